# Shared by the scripts; sourced, not run. Sets `root` and `jobs`, goes to the root, and defines prepare and build.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"
jobs=${EMPIRE_JOBS:-$(nproc 2>/dev/null || echo 2)}
if [ ! -w "${HOME:-/nonexistent}" ]; then
  export CCACHE_DISABLE=1 # ccache would have no place to write to
fi

# What a build folder depends on besides the sources: where they are, the compiler, CMake, the presets.
identity() { # preset
  local compiler=${CXX:-c++}
  case $1 in clang | fuzz) compiler=clang++-19 ;; esac
  echo "$root"
  command -v "$compiler"
  "$compiler" --version | head -n 1
  cmake --version | head -n 1
  echo "${CXXFLAGS:-} ${LDFLAGS:-}"
  cksum <CMakePresets.json
}

# Configures build/<preset>, from nothing if it was made from other sources, by another compiler or preset.
prepare() { # preset
  local folder=build/$1 now
  now=$(identity "$1") || { echo "no compiler or no CMake for the preset $1"; return 1; }
  if [ -d "$folder" ] && [ "$now" != "$(cat "$folder/identity" 2>/dev/null)" ]; then
    echo "build/$1 was made in another way: making it anew"
    rm -rf "${root:?}/$folder"
  fi
  mkdir -p "$folder"
  echo "$now" >"$folder/identity"
  cmake --preset "$1" >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log"; return 1; }
}

# Configures and builds; prints only what is worth reading.
build() { # preset [target]
  prepare "$1" || return 1
  echo "building $1"
  cmake --build --preset "$1" -j "$jobs" ${2:+--target "$2"} >"build/$1/build.log" 2>&1 ||
    { grep -v '^\[' "build/$1/build.log" | head -n 200; return 1; }
}
