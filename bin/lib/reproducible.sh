# Sourced by bin/check --reproducible: makes the release archives of HEAD twice, in clones whose surroundings differ, and compares them byte for byte.

# Arguments go to both builds. Sources and Javadoc are left out: they are not in the archives.
check_reproducible() { # MAVEN-ARGUMENT...
  read_git
  case $facts in
    '') fail 5 "$home is not a git checkout, so it cannot be cloned and built twice" ;;
    *dirty=true) printf 'squall: changes that are not committed are left out\n' >&2 ;;
  esac
  facts="-Dsquall.git=$commit -Dsquall.dirty=false"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  build_archives "$work/one" UTC "$@" || exit
  build_archives "$work/in another/place" Asia/Kathmandu "$@" || exit
  differing=''
  for archive in "$work"/one/build/dist/target/quick/squall-*.tar.gz "$work"/one/build/dist/target/quick/squall-*.zip; do
    compare_archives "$archive" "$work/in another/place/build/dist/target/quick/${archive##*/}" || differing="$differing ${archive##*/}"
  done
  [ -z "$differing" ] || fail 1 "two builds of $commit differ:$differing"
}

build_archives() ( # CLONE ZONE MAVEN-ARGUMENT...
  clone=$1
  umask 022 # jars keep the rights of their files
  export TZ="$2"
  shift 2
  mkdir -p "${clone%/*}"
  git clone -q --no-hardlinks "$home" "$clone" || exit
  cd "$clone" || exit
  # shellcheck disable=SC2086 # two words
  exec mvn -B -q -Pquick,release -Dmaven.javadoc.skip -Dmaven.source.skip -pl build/dist -am $facts "$@" package
)

compare_archives() { # ONE OTHER
  if cmp -s "$1" "$2"; then
    printf '%s  %s, %s bytes, twice the same\n' "$(sha256sum "$1" | cut -d ' ' -f 1)" "${1##*/}" "$(wc -c <"$1")"
    return
  fi
  list_entries "$1" >"$work/entries.one"
  list_entries "$2" >"$work/entries.other"
  printf '%s differs, first in:\n' "${1##*/}"
  diff "$work/entries.one" "$work/entries.other" | head -n 10
  return 1
}

# How the archive describes each entry, and the checksum of each file in it.
list_entries() { # ARCHIVE
  mkdir "$work/content"
  case $1 in
    *.zip) "$java_home/bin/jar" -tvf "$1" && (cd "$work/content" && "$java_home/bin/jar" -xf "$1") ;;
    *) tar -tvzf "$1" && tar -xzf "$1" -C "$work/content" ;;
  esac
  (cd "$work/content" && find . -type f -exec sha256sum {} + | sort -k 2)
  rm -rf "$work/content"
}
