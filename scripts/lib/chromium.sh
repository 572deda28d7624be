# Shared by the scripts that ask a browser.
# shellcheck shell=bash
# Needs common.sh.

# need_chromium installs Debian's chromium where it is missing. Ends with 73 when that fails.
need_chromium() {
  local line as_root apt
  if ! type -P chromium >/dev/null; then
    line="apt-get install --no-install-recommends chromium"
    as_root=()
    if ((EUID != 0)); then
      if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
        die 73 "chromium is missing and this user may not install it; as root run: $line"
      fi
      as_root=(sudo)
    fi
    if ! command -v apt-get >/dev/null; then
      die 73 "chromium is missing and there is no apt-get; install it with the system's own tools"
    fi
    say "installing chromium"
    mkdir -p -- "$root/.build"
    apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    # An update that fails is no matter when the installation succeeds with old lists.
    quietly "$root/.build/chromium.log" "${apt[@]}" update || true
    if ! quietly "$root/.build/chromium.log" "${apt[@]}" install -y --no-install-recommends chromium
    then
      die 73 "apt-get could not install chromium; when that is repaired, as root run: $line"
    fi
  fi
}
