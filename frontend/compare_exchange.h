#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

namespace empire::frontend {

/// The atomic loads of one function whose value a compare-exchange of the same address compares with, by the exchange.
std::map<const llvm::LoadInst*, const llvm::AtomicCmpXchgInst*> loadsOfExchanges(const llvm::Function& function);

}  // namespace empire::frontend
