# Sourced by bin/check --experiments: runs every experiment that has a toy scale, each on its first database.

# Three lanes run at the same time. Two of them begin with experiments that have clusters of their own and mostly wait; but never two clusters of
# Cassandra at once, which would keep each other waiting.
cassandra='scale-out ycsb-compaction'
postgres_ha='adversity-phases thesis-node-disruption thesis-version-swap'

# The others share the embedded database. Those joined by + use the same tables, so they run one after the other; a lane that is free takes the
# next group, and the longest come first. An experiment that is named nowhere is a group of its own.
embedded='thesis-stress+tpcc-find-max+guide-baseline+thesis-scale ycsb-matrix+ycsb-load+thesis-mixes overview-sysbench+overview-single-row paper-workloads overview-kv95'

# Runs go to $home/target/experiments. A missed expectation (3) and an overloaded client (6) are told and are no failure: toy scale on a busy
# machine misses more than it shows. Everything else that is not 0 is one. Clusters that did not run before are stopped afterwards; the embedded database stays up.
check_experiments() {
  results=$home/target/experiments
  mkdir -p "$results"
  rm -rf "$results"/*.seconds "$results"/*.failed "$results"/*.taken
  began=$(date +%s)
  names=$("$home/bin/experiment" list --scale toy) || exit
  for name in $names; do
    case " $cassandra $postgres_ha $embedded " in *[+\ ]"$name"[+\ ]*) ;; *) embedded="$embedded $name" ;; esac
  done
  confine_embedded
  # shellcheck disable=SC2086 # lists of names
  { run_experiments $cassandra; run_embedded; } &
  first=$!
  # shellcheck disable=SC2086
  { run_experiments $postgres_ha; run_embedded; } &
  second=$!
  run_embedded
  wait "$first" || exit
  wait "$second" || exit
  sum=0
  for file in "$results"/*.seconds; do
    read -r seconds <"$file"
    sum=$((sum + seconds))
  done
  printf 'experiments: %s s, three at a time (%s s one after the other); tables are in %s\n' "$(($(date +%s) - began))" "$sum" "$results"
  failed=''
  for file in "$results"/*.failed; do
    [ ! -e "$file" ] || failed="$failed $(basename "$file" .failed)"
  done
  [ -z "$failed" ] || fail 1 "failed:$failed"
}

# Closed loops on the embedded database leave little to a node of Cassandra that starts in the meantime: Linux weighs sessions against each other
# (autogroups), and each connection of PostgreSQL is a session of its own. So until the end the server has half of the processors, where there is taskset.
confine_embedded() {
  server=$("$home/bin/testbed" up postgres | sed -n 's/^ *pid  *//p')
  [ -n "$server" ] || fail 1 'the embedded database could not be started: bin/testbed up postgres'
  processors=$(nproc 2>/dev/null) || return 0
  [ "$processors" -gt 1 ] || return 0
  allowed=$(taskset -cp "$server" 2>/dev/null) || return 0
  allowed=${allowed##*: }
  trap 'taskset -cp "$allowed" "$server" >/dev/null 2>&1 || :' EXIT # an error: it has ended meanwhile
  trap 'exit 130' INT
  trap 'exit 143' TERM
  taskset -cp "0-$((processors / 2 - 1))" "$server" >/dev/null 2>&1 || :
}

# The groups that no other lane has taken, one after the other.
run_embedded() {
  for group in $embedded; do
    mkdir "$results/$group.taken" 2>/dev/null || continue
    # shellcheck disable=SC2046 # a list of names
    run_experiments $(echo "$group" | tr + ' ')
  done
}

# One after the other; the time of each is printed and kept.
run_experiments() { # NAME...
  for name; do
    started=$(date +%s)
    code=0
    cluster=$(cluster_of "$name")
    # shellcheck disable=SC2086 # a list of words
    [ -z "$cluster" ] || ! runs $cluster || cluster='' # it is the user's
    "$home/bin/experiment" run "$name" --scale toy --results "$results" >"$results/$name.txt" 2>&1 || code=$?
    # shellcheck disable=SC2086
    [ -z "$cluster" ] || end_cluster "$code" $cluster
    seconds=$(($(date +%s) - started))
    echo "$seconds" >"$results/$name.seconds"
    printf '%-24s exit %s, %s s\n' "$name" "$code" "$seconds"
    case $code in
      0) ;;
      3 | 6) grep -h ': done (exit [36]\|: N/A (exit 6' "$results/$name.txt" ;;
      130 | 143) exit "$code" ;;
      *)
        : >"$results/$name.failed"
        grep -h ': failed (exit' "$results/$name.txt" || tail -n 15 "$results/$name.txt"
        ;;
    esac
  done
}

# The cluster that an experiment starts, as bin/testbed names it; nothing where it has none of its own.
cluster_of() { # NAME
  case $1 in
    scale-out) echo cassandra --name scale ;;
    ycsb-compaction) echo cassandra --name disks ;;
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
    '0 cassandra' | '3 cassandra' | '6 cassandra') how=reset ;;
    *) how=down ;;
  esac
  shift
  "$home/bin/testbed" "$how" "$@" >/dev/null || fail 1 "$* could not be stopped: bin/testbed $how $*"
}
