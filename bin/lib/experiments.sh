# Sourced by bin/check --experiments: runs every experiment that has a toy scale, each on its first database.

# Four lists, of which two experiments run at any time: three would overload their clients on two processors. These have clusters of their own; but
# never two clusters of Cassandra run at once, which would keep each other waiting. They take longest, so their list keeps its turn to its end.
# The phases come last, when Cassandra's nodes have started.
# Those in no list share the embedded database.
cassandra='scale-out ycsb-compaction'
postgres_ha='thesis-node-disruption thesis-version-swap adversity-phases'
# These follow those of postgres-ha: on the embedded database, but in tables that no other experiment has.
tables_of_their_own='overview-kv95 overview-single-row overview-sysbench'
# The first has a server of at most 0.6 processors; the others share the tables of TPC-C on the embedded database.
tpcc='thesis-scale tpcc-find-max guide-baseline thesis-stress'
# These need little of the processors and take no turn: the small server, and keying and think times with one or two transactions per second.
idle='thesis-scale tpcc-find-max'

# Runs go to $home/target/experiments. A missed expectation (3) is told and is no failure: toy scale misses more than it shows. Everything else that
# is not 0 is one, an overloaded client (6) too. Clusters that did not run before are stopped afterwards; the embedded database stays up.
check_experiments() {
  results=$home/target/experiments
  mkdir -p "$results"
  rm -f "$results"/*.seconds "$results"/*.failed
  began=$(date +%s)
  # Whoever holds a line of this pipe may run an experiment: there is one, and another when Cassandra's are through.
  rm -f "$results/turns"
  mkfifo "$results/turns"
  exec 3<>"$results/turns"
  names=$("$home/bin/experiment" list --scale toy) || exit
  # Each cell of these ends a server or makes one, so that they take longer than all others together.
  printf 'durability, durability-ha, -cassandra, -galera, jepsen-findings: NOT RUN: as root, one at a time, bin/experiment run NAME\n'
  printf 'thesis-nodes: NOT RUN: it needs MariaDB Galera; bin/experiment run thesis-nodes\n'
  printf 'growth-nodes, growth-size: NOT RUN: they need a machine that does nothing else; bin/experiment run NAME\n'
  printf 'adversity-versions: NOT RUN: it downloads each version; bin/experiment run adversity-versions\n'
  names=$(printf '%s\n' "$names" | grep -v -e '^durability' -e '^jepsen-findings$' -e '^adversity-versions$' -e '^thesis-nodes$' -e '^growth-')
  embedded=''
  for name in $names; do
    case " $cassandra $postgres_ha $tables_of_their_own $tpcc " in *" $name "*) ;; *) embedded="$embedded $name" ;; esac
  done
  # shellcheck disable=SC2086 # lists of names
  {
    run_experiments $cassandra
    echo >&3
  } &
  first=$!
  echo >&3
  # shellcheck disable=SC2086
  run_experiments $postgres_ha $tables_of_their_own &
  second=$!
  # shellcheck disable=SC2086
  run_experiments $tpcc &
  third=$!
  # shellcheck disable=SC2086
  run_experiments $embedded
  wait "$first" || exit
  wait "$second" || exit
  wait "$third" || exit
  sum=0
  for file in "$results"/*.seconds; do
    read -r seconds <"$file"
    sum=$((sum + seconds))
  done
  printf 'experiments: %s s, two at a time (%s s one after the other); tables are in %s\n' "$(($(date +%s) - began))" "$sum" "$results"
  failed=''
  for file in "$results"/*.failed; do
    [ ! -e "$file" ] || failed="$failed $(basename "$file" .failed)"
  done
  [ -z "$failed" ] || fail 1 "failed:$failed"
}

# One after the other; the time of each is printed and kept.
run_experiments() { # NAME...
  for name; do
    takes_no_turn "$name" || read -r _ <&3
    started=$(date +%s)
    code=0
    cluster=$(cluster_of "$name")
    # shellcheck disable=SC2086 # a list of words
    [ -z "$cluster" ] || ! runs $cluster || cluster='' # it is the user's
    "$home/bin/experiment" run "$name" --scale toy --results "$results" >"$results/$name.txt" 2>&1 3>&- || code=$?
    # shellcheck disable=SC2086
    [ -z "$cluster" ] || end_cluster "$code" $cluster
    takes_no_turn "$name" || echo >&3
    seconds=$(($(date +%s) - started))
    echo "$seconds" >"$results/$name.seconds"
    printf '%-24s exit %s, %s s\n' "$name" "$code" "$seconds"
    case $code in
      0) ;;
      3) grep -h ': done (exit 3' "$results/$name.txt" ;;
      130 | 143) exit "$code" ;;
      *)
        : >"$results/$name.failed"
        grep -h ': failed (exit\|: done (exit 6\|: N/A (exit 6' "$results/$name.txt" || tail -n 15 "$results/$name.txt"
        ;;
    esac
  done
}

takes_no_turn() { # NAME
  case " $cassandra $idle " in *" $1 "*) ;; *) return 1 ;; esac
}

# The cluster that an experiment starts, as bin/testbed names it; nothing where it has none of its own.
cluster_of() { # NAME
  case $1 in
    scale-out) echo cassandra --name scale ;;
    ycsb-compaction) echo cassandra --name disks ;;
    thesis-scale) echo postgres --name scale ;;
    thesis-version-swap) echo postgres-ha --name version-swap ;;
    adversity-phases | thesis-node-disruption) echo postgres-ha ;;
  esac
}

runs() { # CLUSTER...
  "$home/bin/testbed" status "$@" | grep -q 'state  *running'
}

# Idle nodes would take processor time from the experiments that follow. Those of Cassandra need 14 s to shut down and are of no use to a later run,
# which begins with a reset; so they are removed, unless the experiment failed and may be resumed.
end_cluster() { # EXIT-CODE CLUSTER...
  case "$1 $2" in
    '0 cassandra' | '3 cassandra') how=reset ;;
    *) how=down ;;
  esac
  shift
  "$home/bin/testbed" "$how" "$@" >/dev/null || fail 1 "$* could not be stopped: bin/testbed $how $*"
}
