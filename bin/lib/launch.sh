# Shared by the scripts in the parent folder, which source it: POSIX sh, and as few processes as possible on the way to
# the JVM, because each costs about a millisecond of every start.
#
# Needs $self, the path of the script behind all links. Ends in exec, or with exit 5 and one line that says what is missing.

home=$(CDPATH='' cd -- "${self%/*}/.." && pwd -P)

fail() { # EXIT-CODE MESSAGE
  printf 'squall: %s\n' "$2" >&2
  exit "$1"
}

# ---- the JDK --------------------------------------------------------------------------------------------------------

# Sets $version and $build from the file that every JDK carries, which is a hundred times cheaper than `java -version`.
read_release() { # JDK
  version=0 build=
  [ -x "$1/bin/java" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      value=${value#\"}
      value=${value%\"}
      case $key in
        JAVA_VERSION) version=$value build=${build:-$value} ;;
        JAVA_RUNTIME_VERSION) build=$value ;;
      esac
    done <"$1/release"
  else
    build=$("$1/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.runtime\.version = //p')
    version=$build
  fi
  version=${version%%[!0-9]*}
  version=${version:-0}
}

# Keeps the newest in $java_home, $java_version and $java_build; $too_old remembers the rest for the message.
consider() { # JDK
  read_release "$1" || return 0
  if [ "$version" -lt 21 ]; then
    case $too_old in *" $1;"*) ;; *) too_old="$too_old Java $version in $1;" ;; esac
  elif [ "$version" -gt "$java_version" ]; then
    java_home=$1 java_version=$version java_build=$build
  fi
}

# JAVA_HOME if it is suitable, else the newest of PATH and of the usual locations of JDKs.
find_java() {
  java_home='' java_version=0 java_build='' too_old=''
  if [ -n "${JAVA_HOME:-}" ]; then
    consider "$JAVA_HOME"
    [ -z "$java_home" ] || return 0
  fi
  if on_path=$(command -v java); then
    # /usr/bin/java and the like are links to a JDK in one of the places below, or to be followed when there is none.
    [ -h "$on_path" ] || consider "${on_path%/bin/java}"
  fi
  for candidate in "${JAVA25_HOME:-}" "${JAVA21_HOME:-}" \
    /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.gradle/jdks/* "${HOME:-}"/.m2/jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    [ ! -d "$candidate" ] || [ -h "$candidate" ] || consider "$candidate"
  done
  if [ -z "$java_home" ] && [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path") && consider "${on_path%/bin/java}"
  fi
  [ -n "$java_home" ] || no_java
}

no_java() {
  if [ -n "$too_old" ]; then found="found only${too_old%;}"; else found='found none'; fi
  case $(uname -s) in
    Darwin) remedy='brew install openjdk' ;;
    *) remedy='apt-get install openjdk-21-jdk (Debian 13, Ubuntu 24.04; elsewhere https://adoptium.net)' ;;
  esac
  fail 5 "a JDK 21 or newer is needed, $found: $remedy, or set JAVA_HOME to one"
}

# ---- the locale -----------------------------------------------------------------------------------------------------

# The JVM decodes arguments and file names by the locale, and in C and POSIX it can name no file with an ö in it.
use_utf8() {
  case ${LC_ALL:-} in
    C | POSIX) export LC_ALL=C.UTF-8 ;;
    '') case ${LC_CTYPE:-${LANG:-C}} in C | POSIX) export LC_CTYPE=C.UTF-8 ;; esac ;;
  esac
}

# ---- the class path -------------------------------------------------------------------------------------------------

# A release has lib/ next to bin/; a checkout has it in build/dist/target/squall and builds it if it is missing or outdated.
find_lib() {
  lib=$home/lib
  [ ! -f "$lib/squall.jar" ] || return 0
  [ -f "$home/pom.xml" ] || fail 5 "$home/lib/squall.jar is missing: unpack the release again"
  lib=$home/build/dist/target/squall/lib
  if [ ! -f "$lib/squall.jar" ]; then
    . "$home/bin/lib/build.sh"
    build_checkout 'nothing is built yet'
  elif sources_are_newer; then
    . "$home/bin/lib/build.sh"
    build_checkout 'sources are newer than what was built'
  fi
}

# A benchmark that runs outdated code is worse than one that starts a little later.
sources_are_newer() {
  newest=$lib/squall.jar
  for jar in "$lib"/squall-*.jar "$lib/../built"; do
    [ ! "$jar" -nt "$newest" ] || newest=$jar
  done
  [ -n "$(find "$home"/pom.xml "$home"/*/pom.xml "$home"/*/*/pom.xml "$home"/src/main "$home"/*/src/main "$home"/*/*/src/main "$home"/results/reference "$home"/adversity/scenarios \
    -type f -newer "$newest" -print -quit 2>/dev/null)" ]
}

# ---- the start-up archive -------------------------------------------------------------------------------------------

# JDK 25 loads and links classes from an AOT cache, older ones map an AppCDS archive. Both are kept for each
# installation and JDK build in the user's cache folder. Without one everything works, only slower.
find_archive() {
  archive=''
  [ "${SQUALL_ARCHIVE:-on}" != off ] || return 0
  cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  [ -n "$cache" ] || return 0
  archive=$cache/squall/start-up/$java_build$lib/squall
}

# Whether no jar has changed since the archive was made, or tried: the log is written in either case.
archive_is_fresh() {
  [ -f "$archive.log" ] || return 1
  for jar in "$lib"/*.jar; do
    [ ! "$jar" -nt "$archive.log" ] || return 1
  done
}

# Sets $flags to what makes this start use the archive, and makes the JVM silent about one that does not fit options of
# the user's: that costs time and nothing else. AppCDS writes its own when the JVM ends, so after the measuring.
archive_flags() {
  if [ -z "$archive" ]; then
    flags=''
  elif [ "$java_version" -ge 25 ]; then
    flags=''
    # A stale one costs more than none: the JVM maps it before it refuses it.
    [ ! -f "$archive.aot" ] || ! archive_is_fresh || flags="-XX:AOTCache=$archive.aot
-Xlog:aot*=off,cds*=off:stderr"
  elif [ -w "${archive%/*}" ] || mkdir -p "${archive%/*}" 2>/dev/null; then
    flags="-XX:+AutoCreateSharedArchive
-XX:SharedArchiveFile=$archive.jsa
-Xlog:cds*=off:stderr"
  else
    flags=''
  fi
}

# By default reflection compiles a form for each constructor of the records that files are read into: a tenth of a short run's processor time.
reflection=-Djdk.reflect.useNativeAccessorOnly=true

# Creates the AOT cache before the first measured command, never during one. The log also shows that it was
# tried: a JDK that does not support it is not tried again until the jars change.
prepare_archive() {
  [ -n "$archive" ] && [ "$java_version" -ge 25 ] || return 0
  ! archive_is_fresh || return 0
  mkdir -p "${archive%/*}" 2>/dev/null && : 2>/dev/null >"$archive.log" || return 0
  printf 'squall: preparing faster starts on JDK %s (once, some seconds)\n' "$java_build" >&2
  # With the module options of launch(): the JVM refuses an archive that was made with others.
  if "$java_home/bin/java" "-XX:AOTCacheOutput=$archive.$$" --enable-native-access=ALL-UNNAMED "$reflection" -cp "$lib/squall.jar" "-Dsquall.home=$home" \
    squall.dist.AotTrainingRun >"$archive.log" 2>&1 </dev/null && [ -s "$archive.$$" ]; then
    mv -f "$archive.$$" "$archive.aot"
  else
    rm -f "$archive.$$" "$archive.aot"
  fi
}

# ---- the user's class path ---------------------------------------------------------------------------------------------

# Sets $before to the value of -cp among these words, which all pass on to the command untouched.
find_class_path() {
  before='' takes=''
  for word; do
    if [ -n "$takes" ]; then
      before=$word takes=''
      continue
    fi
    case $word in
      -cp | --cp) takes=$word ;;
      -cp=* | --cp=*) before=${word#*=} ;;
    esac
  done
  [ -z "$takes" ] || fail 2 "a value is missing after $takes"
}

# ---- the start ------------------------------------------------------------------------------------------------------

# launch MAIN-CLASS KIND CLASS-PATH JVM-ARGS ARGUMENTS...
# KIND: `measured` for what puts load on a database, `brief` for what does so and ends before C2 pays (docs/adr/0035), `light` for what answers and ends.
# CLASS-PATH goes before Squall's own; JVM-ARGS are one a line. Both may be empty.
launch() {
  main=$1 kind=$2 before=$3 jvm_args=$4
  shift 4
  use_utf8
  case $before in -*) fail 2 "-cp must name jars or folders, not '$before'" ;; esac
  find_java
  find_lib
  find_archive
  [ "$kind" = light ] || prepare_archive
  # A changed class path does not fit the archive, and AppCDS would write a new one at each change.
  [ -z "$before" ] || archive=''
  archive_flags

  if [ -t 1 ]; then out=true; else out=false; fi
  if [ -t 2 ]; then err=true; else err=false; fi
  if [ "$err" = true ] && [ -z "${COLUMNS:-}" ]; then
    size=$(stty size 2>/dev/null <&2) && export COLUMNS="${size#* }"
  fi
  [ -z "${COLUMNS:-}" ] || export COLUMNS

  # Squall's arguments are appended after the user's, which then move to the end one by one: sh has no second list.
  count=$#
  # The JVM's own remarks go to stderr, and only errors: by default they are written into the result.
  set -- "$@" -Xlog:disable -Xlog:all=error:stderr --enable-native-access=ALL-UNNAMED \
    "-Dsquall.home=$home" "-Dsquall.tty.out=$out" "-Dsquall.tty.err=$err"
  # Or the JVM warns, in the middle of a run, of what the driver for CQL does.
  [ "$java_version" -lt 23 ] || set -- "$@" --sun-misc-unsafe-memory-access=allow
  case " ${JAVA_OPTS:-} $jvm_args" in
    *-XX:+Use*GC*) ;; # the user's choice
    # Little is live in a load generator: the plainest collector and a small nursery cost the least, see docs/adr/0007.
    *) if [ "$kind" = light ]; then set -- "$@" -XX:+UseSerialGC; else set -- "$@" -XX:+UseSerialGC -Xmn24m; fi ;;
  esac
  set -- "$@" "$reflection"
  [ "$kind" = measured ] || set -- "$@" -XX:TieredStopAtLevel=1
  if [ "$kind" != light ]; then
    # From 21 MB of classes on, by default, the JVM once stops everything to collect them: 0.1 s, and more where processors are busy.
    set -- "$@" -XX:MetaspaceSize=96m
    # Performance counters in a mapped file let the disk stop the JVM at a safepoint, in the middle of a measurement.
    set -- "$@" -XX:+PerfDisableSharedMem
  fi
  set -f
  # shellcheck disable=SC2086 # JAVA_OPTS is a list of words by custom
  set -- "$@" ${JAVA_OPTS:-}
  IFS='
'
  # shellcheck disable=SC2086 # one a line
  set -- "$@" $flags $jvm_args
  unset IFS
  set +f
  set -- "$@" -cp "${before:+$before:}$lib/squall.jar" "$main"
  while [ "$count" -gt 0 ]; do
    set -- "$@" "$1"
    shift
    count=$((count - 1))
  done
  exec "$java_home/bin/java" "$@"
}
