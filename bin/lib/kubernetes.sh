# Sourced by bin/check --kubernetes: the tests with the tag `kubernetes`, on a real one that docker/kubernetes/local starts, and ends unless it ran before.

check_kubernetes() { # MAVEN-ARGUMENT...
  reason=$("$home/docker/kubernetes/local" check 2>&1) || {
    code=$?
    fail "$code" "NOT TESTED HERE: --cluster kubernetes on a real Kubernetes; ${reason#docker/kubernetes/local: }"
  }
  # Tests of Squall's own image follow its packaging.
  phase=verify
  without='^$'
  case " $* " in
    *' -Pimage '*) ;;
    *)
      phase=test
      without='^\./build/dist/'
      echo "squall: NOT TESTED HERE: Squall's image in pods: -Pimage -Dimage.base=tar:///FILE, which docker/engine base FILE makes" >&2
      ;;
  esac
  files=$(grep -rl --include='*.java' --exclude-dir=target '@Tag("kubernetes")' . | grep -v "$without")
  classes=$(printf '%s\n' "$files" | sed 's|.*/||; s|\.java$||' | sort | paste -sd , -)
  modules=$(printf '%s\n' "$files" | sed 's|^\./||; s|/src/.*||' | sort -u | paste -sd , -)
  # What is compiled already is not compiled again. The extra options let only the named tests run, whatever their tier.
  # shellcheck disable=SC2086 # two words, or none
  mvn -B -Dsquall.javac.fork=false $facts "$phase" -pl "$modules" -am -Dtest="$classes" -Dsurefire.failIfNoSpecifiedTests=false \
    -Dsquall.test.groups=kubernetes -Dsquall.test.excludedGroups= -Dsquall.test.required=false -Dsquall.test.forks=1 -Dsquall.test.told=true "$@"
}
