# Sourced by launch.sh in a checkout, where something is to be built. A release never comes here.

# Sets $facts: which commit this is, for --version and every run's manifest. A tarball of the sources has none.
read_git() {
  facts=''
  commit=$(git -C "$home" rev-parse --short=12 HEAD 2>/dev/null) || return 0
  if [ -n "$(git -C "$home" status --porcelain 2>/dev/null)" ]; then dirty=true; else dirty=false; fi
  facts="-Dsquall.git=$commit -Dsquall.dirty=$dirty"
}

build_checkout() { # WHY
  log=$home/target/build.log
  mkdir -p "$home/target" 2>/dev/null && [ -w "$home/target" ] ||
    fail 5 "$1, and $home is not writable: let its owner run 'mvn -Pquick package' there"
  command -v mvn >/dev/null ||
    fail 5 "$1, and Maven is not on the PATH: apt-get install maven (a release archive needs none)"
  lock=$home/target/build.lock
  if mkdir "$lock" 2>/dev/null; then
    trap 'stop_build 130' INT
    trap 'stop_build 143' TERM
    run_build "$1"
    trap - INT TERM
    rmdir "$lock"
  else
    await_other_build
  fi
}

run_build() { # WHY
  started=$(date +%s)
  read_git
  # A build of half a minute is over before what C2 compiles pays.
  # shellcheck disable=SC2086 # two words, or none
  (cd "$home" && JAVA_HOME=$java_home MAVEN_OPTS="-XX:TieredStopAtLevel=1 ${MAVEN_OPTS:-}" exec mvn -B -Pquick -pl build/dist -am $facts package) >"$log" 2>&1 </dev/null &
  maven=$!
  show_progress "$1"
  if wait "$maven"; then
    : >"$home/build/dist/target/squall/built"
    printf 'squall: built in %s s\n' "$(($(date +%s) - started))" >&2
  else
    rmdir "$lock"
    tail -n 25 "$log" >&2
    fail 5 "the build failed; its whole log is $log"
  fi
}

# On a terminal one line that counts, elsewhere one line that stands.
show_progress() { # WHY
  said="squall: $1: building (half a minute; more where Maven must download first)"
  if [ ! -t 2 ]; then
    printf '%s\n' "$said" >&2
    return
  fi
  while kill -0 "$maven" 2>/dev/null; do
    printf '\r%s %s s ' "$said" "$(($(date +%s) - started))" >&2
    sleep 1
  done
  printf '\r\033[K' >&2
}

await_other_build() {
  printf 'squall: waiting for another build of this checkout (%s)\n' "$lock" >&2
  waited=0
  while [ -d "$lock" ]; do
    [ "$waited" -lt 600 ] || fail 5 "another build has held $lock for 10 minutes: if none is running, remove that folder"
    sleep 1
    waited=$((waited + 1))
  done
  [ -f "$lib/squall.jar" ] || fail 5 "the other build of this checkout failed: see $log"
}

stop_build() { # EXIT-CODE
  kill "$maven" 2>/dev/null
  rmdir "$lock" 2>/dev/null
  fail "$1" 'the build was interrupted'
}
