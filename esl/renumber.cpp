#include "esl/renumber.h"

#include <utility>
#include <vector>

namespace empire::esl {

namespace {

template <class Tag>
class Renumbering {
 public:
  explicit Renumbering(Interner<Tag>& names) : names_(names), newIds_(names.size()) {}
  void visit(Id<Tag>& id) {
    if (!id.valid()) return;
    Id<Tag>& newId = newIds_[id.index()];
    if (!newId.valid()) newId = ordered_.intern(names_[id]);
    id = newId;
  }
  void finish() { names_ = std::move(ordered_); }

 private:
  Interner<Tag>& names_;
  std::vector<Id<Tag>> newIds_;
  Interner<Tag> ordered_;
};

}  // namespace

void renumber(Module& module) {
  Renumbering files(module.files);
  Renumbering texts(module.texts);
  for (Location& location : module.locations) files.visit(location.loc.file);
  for (Lock& lock : module.locks) files.visit(lock.loc.file);
  for (Flag& flag : module.flags) files.visit(flag.loc.file);
  for (Process& process : module.processes) {
    files.visit(process.loc.file);
    for (Function& function : process.functions) {
      files.visit(function.loc.file);
      for (Stmt& stmt : function.body) {
        files.visit(stmt.loc.file);
        texts.visit(stmt.text);
      }
    }
  }
  files.finish();
  texts.finish();
}

}  // namespace empire::esl
