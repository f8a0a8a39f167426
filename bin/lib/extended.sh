# Sourced by bin/check: the second tier of tests, those with the tag `extended`. It compiles nothing: the first tier has. Needs $home and $builds.

# Several builds at a time, as most of these tests wait for servers. A line has the modules of one of them, and no module stands in two;
# each keeps its clusters in folders and on addresses of its own. MODULE:CLASS,CLASS takes these classes from the lane of their module: the
# adversity's would take twice as long as the others. None of them may be one of Cassandra, whose clusters share a folder of the module.
lanes='testbed clusters adversity-junit docs/examples/adversity-in-a-test adversity:SevenPhasesServerTest,DialectStatementsServerTest
adversity
databases ycsb-bindings workloads/sample-apps workloads/sysbench workloads/tpcc docs/examples/extensions build/dist adversity:AdversityServerTest,MetastableServerTest'

extended_classes() { # FOLDER...
  grep -rl --include='*.java' --exclude-dir=target '@Tag("extended")' "$@" | sed 's|.*/||; s|\.java$||' | sort
}

lane_modules() { # MODULE or MODULE:CLASS,CLASS...
  printf '%s\n' "$@" | sed 's/:.*//'
}

lane_classes() { # MODULE or MODULE:CLASS,CLASS...
  # shellcheck disable=SC2086 # words
  elsewhere=$(printf '%s\n' $lanes | sed -n 's/.*://p' | tr , '\n')
  for word; do
    case $word in
      *:*) printf '%s\n' "${word#*:}" | tr , '\n' ;;
      *) extended_classes "$word" | grep -vxF "$elsewhere" || [ $? = 1 ] ;; # 1: the module has none
    esac
  done
}

run_extended() { # MAVEN-ARGUMENT...
  [ -d "$home/adversity/target/test-classes" ] || fail 5 'nothing is compiled: run bin/check first'
  began=$(date +%s)
  marker=$home/target/extended
  mkdir -p "$home/target"
  : >"$marker"
  number=0
  while read -r modules; do
    number=$((number + 1))
    # Only what is asked for: nothing is compiled, copied or checked again, so that lanes can read one another's classes.
    # shellcheck disable=SC2046,SC2086 # lists of names
    MAVEN_OPTS="$MAVEN_OPTS -XX:TieredStopAtLevel=1" mvn -o -B -T1 compile surefire:test@default-test -pl "$(separated $(lane_modules $modules))" -am \
      -Dtest="$(separated $(lane_classes $modules))" -Dsurefire.failIfNoSpecifiedTests=false \
      -Dsquall.test.groups=extended -Dsquall.test.excludedGroups= -Dsquall.test.required=false -Dsquall.test.forks=1 -Dsquall.test.timeout=4500 \
      -Dmaven.test.failure.ignore=true -Dmaven.main.skip=true -Dmaven.resources.skip=true -Denforcer.skip=true -Dspotless.check.skip=true "$@" >"$marker.$number.log" 2>&1 </dev/null &
    builds="$builds $!"
  done <<EOT
$lanes
EOT
  code=0
  number=0
  for build in $builds; do
    number=$((number + 1))
    wait "$build" || code=1
    # Modules after one with a failed test are tested all the same.
    ! grep -qE 'There (are test failures|was a timeout)' "$marker.$number.log" || code=1
    cat "$marker.$number.log"
  done
  for class in $(extended_classes .); do
    [ -n "$(find . -path '*/surefire-reports/*' -name "TEST-*.$class.xml" -newer "$marker" | head -n 1)" ] || {
      code=1
      printf 'squall: %s was not run: its module is missing in bin/lib/extended.sh\n' "$class" >&2
    }
  done
  printf 'squall: second tier: %s s\n' "$(($(date +%s) - began))"
  return "$code"
}

separated() { # WORD...
  printf '%s\n' "$@" | paste -sd , -
}
