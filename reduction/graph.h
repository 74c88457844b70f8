#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "esl/module.h"

namespace empire::reduction {

/// An ESL statement with explicit successors; its jump fields and Goto are not used.
/// Choice: any number of successors, where none means a dead end. Return: none. TryLock: taken, failed. Others: one.
struct GraphNode {
  esl::Stmt stmt;
  std::vector<std::uint32_t> next;
  std::uint32_t group = 0;  // not 0: one of several alternatives for one operation of the program
  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

/// A function as a graph; it begins at node 0.
struct GraphFunction {
  std::string name;
  SourceLoc loc;
  std::vector<GraphNode> nodes;

  std::uint32_t add(esl::Stmt stmt) {
    nodes.push_back({stmt, {}, 0});
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  void link(std::uint32_t from, std::uint32_t to) { nodes[from].next.push_back(to); }
};

struct GraphProcess {
  std::string name;
  SourceLoc loc;
  esl::FunctionId entry;
  std::vector<GraphFunction> functions;
};

/// The module without the functions of its processes, and these as graphs.
struct ModuleGraph {
  esl::Module shell;
  std::vector<GraphProcess> processes;
};

ModuleGraph toGraph(const esl::Module& module);

/// Lays the graphs out as statements; a dead end becomes a jump to itself.
esl::Module toModule(const ModuleGraph& graph);

esl::Stmt statement(esl::Op op, std::uint32_t operand = UINT32_MAX);

/// Which nodes can be reached from node 0.
std::vector<bool> reachable(const GraphFunction& function);

/// Drops what cannot be reached, empty statements, choices of one, and equal nodes (same statement and successors).
/// Why the answer stays the same: empty statements have no effect that anyone can notice, and two nodes with the same
/// statement and the same future are one.
void tidy(GraphFunction& function);

}  // namespace empire::reduction
