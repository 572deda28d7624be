# Shared by the scripts that run a program from the sources: a release build when one is needed.
# shellcheck shell=bash
# Needs common.sh.

# Flags for every Swift module, those of other packages too. Exclusive access to memory is checked in
# tests, which are debug builds; the checks take 3 % of a build of a feed.
checks=(-Xswiftc -enforce-exclusivity=unchecked)
flags=("${checks[@]}")
# The folder of the results; that of the package by default.
scratch=''

# release PACKAGE PRODUCT SOURCE… compiles a product of the package in a folder, unless no
# source is newer than the last good build; `binary` is then its path. The first build says how long
# it takes if `seconds` has its processor seconds. Ends with 70 when it does not compile and 73
# where it cannot write.
release() {
  local package=$1 product=$2 folder=${scratch:-$1/.build} stamp newer=''
  shift 2
  binary="$folder/release/$product"
  # Touched with the time at which the last good build began: newer files were not compiled.
  stamp="$folder/$product.stamp"
  if [[ -x $binary && -e $stamp ]]; then
    newer=$(find "$@" "$(readlink -f "$(type -P swift)")" -newer "$stamp" -print -quit)
    if [[ -z $newer ]]; then return 0; fi
  fi
  mkdir -p -- "$folder" 2>/dev/null ||
    die 73 "cannot make $folder; check the permissions of the project's folder"
  # A package does not notice files that are new in one it depends on, unless its manifest changed.
  # The project itself does, and its manifest is a source of every program.
  if [[ $package != "$root" ]]; then touch -- "$package/Package.swift" 2>/dev/null || true; fi
  started=$(mktemp -- "$folder/$product.stamp.XXXXXX")
  trap 'rm -f -- "$started"' EXIT
  if [[ -n ${seconds-} && ! -x $binary ]]; then
    local processors minutes
    processors=$(nproc)
    # Modules wait for each other, so that more than four processors hardly help.
    minutes=$((seconds / (processors < 4 ? processors : 4) / 60 + 1))
    say "compiling $product for the first time, about $minutes minutes on $processors processors"
  fi
  if ! quietly "$folder/$product.log" swift build -c release --product "$product" \
    "${jobs[@]}" "${flags[@]}" --package-path "$package" --scratch-path "$folder"; then
    die 70 "$product does not compile; the compiler's output is above and in $folder/$product.log"
  fi
  mv -f -- "$started" "$stamp"
}

# release_program compiles the command. The Swift libraries that it depends on and the command's
# own target stay unoptimized: they take almost half of the compiler's time, and none is in a hot
# path.
release_program() {
  local -x CELLHEIGHTS_PLAIN_LIBRARIES=1
  local flags=("${checks[@]}" -Xswiftc -Onone) seconds=800
  release "$root" cellheights "$root/Sources" "$root/Package.swift"
}

# release_packaged compiles the command for packages: all of it is optimized. Its folder is its own,
# since otherwise it and release_program would compile all modules in turn.
release_packaged() {
  local scratch=$root/.build/packaged seconds=1200
  release "$root" cellheights "$root/Sources" "$root/Package.swift"
}

# release_service PRODUCT compiles a program of the package of the service: the one that the command
# becomes, or the server that it is measured against. All that it links is optimized.
release_service() {
  local seconds=600
  release "$root/Service" "$1" "$root/Sources" "$root/web" "$root/Package.swift" \
    "$root/Service/Sources" "$root/Service/Package.swift"
}
