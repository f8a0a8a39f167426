# Sourced by the scripts in the parent folder: POSIX sh. Needs $self, the path of the script.

self=${self%/*}/../../bin/${self##*/} # as launch.sh expects it
. "${self%/*}/lib/launch.sh"

results=$home/build/bench/results
mkdir -p "$results"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/squall-bench.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() {
  printf '%s\n' "$*" >&2
}

need() { # COMMAND PACKAGE
  command -v "$1" >/dev/null || fail 5 "$1 is not on the PATH: apt-get install $2"
}

# Where and when, so that a figure can be judged.
circumstances() {
  find_java
  printf -- '- %s, commit %s\n' "$(date -u '+%Y-%m-%d %H:%M UTC')" "$(git -C "$home" describe --always --dirty 2>/dev/null || echo unknown)"
  printf -- '- %s cores, %s, %s\n' "$(getconf _NPROCESSORS_ONLN)" "$(processor)" "$(uname -srm)"
  printf -- '- JDK %s; load average at the beginning %s\n' "$java_build" "$(uptime | sed 's/.*load average[s]*: *//')"
}

processor() {
  sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1 | grep . || uname -p
}

# The middle of the numbers on stdin.
median() {
  sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# Of lines "A B" on stdin, how far A lies from B in percent of B: the mean of the pairs and its 95 % confidence interval by Student's t
# (its quantile for n - 1 degrees of freedom by Fisher and Cornish's expansion: right to 0.5 % from 4 pairs on).
paired_difference() { # FORMAT of the three numbers
  awk -v format="$1" '{ d = ($1 - $2) / $2 * 100; sum += d; squares += d * d }
    END {
      if (NR < 2) exit 1
      mean = sum / NR
      free = NR - 1
      t = 1.96 + 2.372 / free + 2.823 / free ^ 2 + 2.556 / free ^ 3
      error = t * sqrt((squares - NR * mean * mean) / free / NR)
      printf format, mean, mean - error, mean + error
    }'
}

# The median of one column of a file with one line a run: NAME VALUE VALUE...
median_of() { # FILE NAME COLUMN
  awk -v name="$2" -v column="$3" '$1 == name { print $column }' "$1" | median
}

accepted='0 6'

# Runs a command; afterwards $seconds, $cpu (user and system, seconds), $megabytes (the most it had in memory at once) and $code,
# one of $accepted: 0, 6 where the client says of itself that it was overloaded, 3 where what was asked for did not happen.
timed() { # OUTPUT-FILE COMMAND...
  need /usr/bin/time time
  output=$1
  shift
  code=0
  /usr/bin/time -o "$scratch/time" -f '%e %U %S %M' "$@" >"$output" 2>"$output.err" || code=$?
  case " $accepted " in
    *" $code "*) ;;
    *)
      tail -n 20 "$output.err" >&2
      fail 1 "'$*' ended with $code"
      ;;
  esac
  read -r seconds user system kilobytes <<EOF
$(tail -n 1 "$scratch/time")
EOF
  cpu=$(calculate "$user + $system")
  megabytes=$(calculate "int($kilobytes / 1024)")
}

# What the client says of the run that was timed last.
judged() {
  case $code in
    0) echo kept ;;
    3) echo MISSED ;;
    6) echo OVERLOADED ;;
  esac
}

# The sources of the modules that build/bench/pom.xml names.
sources_of_benchmarks() { # CONDITION-OF-FIND...
  find "$home/build/bench/src" "$home/databases/src/fake" "$home/src/main" "$home/report/src/main" "$home/databases/src/main" \
    "$home/ycsb-bindings/src/main" "$home/workloads/tpcc/src/main" "$home/workloads/sample-apps/src/main" -name '*.java' "$@"
}

# Builds the benchmarks if they are older than their sources; sets $class_path, $jar, which has the driver with dials, and $java_home.
build_benchmarks() {
  built=$home/build/bench/target/quick
  if [ ! -d "$built/lib" ] || [ -n "$(sources_of_benchmarks -newer "$built/lib" | head -n 1)" ]; then
    say 'squall: building the benchmarks'
    (cd "$home" && mvn -B -q -Pquick -pl build/bench -am package >"$scratch/build.log" 2>&1) || {
      tail -n 30 "$scratch/build.log" >&2
      fail 5 'the build failed'
    }
    touch "$built/lib"
  fi
  class_path="$built/classes:$built/lib/*"
  jar=$(ls "$built"/squall-bench-*.jar | head -n 1)
  find_java
}

calculate() { # EXPRESSION
  awk "BEGIN { print ($1) }"  # in brackets, or a > in it would name a file
}

# The value of one line of YCSB's report.
reported() { # FILE SECTION MEASUREMENT
  awk -F ', ' -v section="[$2]" -v measurement="$3" '$1 == section && $2 == measurement { print $3; exit }' "$1"
}

# As timed, for bin/ycsb; its run directory goes to the scratch folder.
timed_ycsb() { # OUTPUT-FILE ARGUMENT...
  output=$1
  shift
  timed "$output" "$home/bin/ycsb" "$@" --results "$scratch/runs" --quiet
}

# As timed_ycsb, on the same server as PostgreSQL's own clients.
timed_ycsb_postgres() { # OUTPUT-FILE ARGUMENT...
  output=$1
  shift
  if [ -n "$url" ]; then set -- "$@" -p "db.url=$url" -p "db.user=$PGUSER"; fi
  timed_ycsb "$output" "$@"
}

# The server for Squall and for PostgreSQL's own clients: the one that PGHOST names, else the embedded one.
postgres() {
  need psql postgresql-client
  url=''
  if [ -n "${PGHOST:-}" ]; then
    url=jdbc:postgresql://$PGHOST:${PGPORT:-5432}/${PGDATABASE:-squall}
  else
    up=$("$home/bin/testbed" up postgres --json)
    PGHOST=127.0.0.1 PGPORT=$(field port) PGPASSFILE=$(field password_file)
    export PGPASSFILE
  fi
  PGUSER=${PGUSER:-squall} PGDATABASE=${PGDATABASE:-squall}
  export PGHOST PGPORT PGUSER PGDATABASE
  sql 'select version()' >/dev/null
}

field() { # KEY of what testbed answered
  printf '%s' "$up" | tr ',{}' '\n\n\n' | sed -n 's/^ *"'"$1"'" *: *"\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' | head -n 1
}

sql() {
  psql -X -q -A -t -v ON_ERROR_STOP=1 -c "$1"
}

# The jars of the build of upstream in $ycsb: its modules core and jdbc with what they need, and the driver that Squall uses, so that both use the same.
upstream_class_path() {
  path=''
  for jar in "$ycsb"/core/target/*.jar "$ycsb"/core/target/dependency/*.jar "$ycsb"/jdbc/target/*.jar "$ycsb"/jdbc/target/dependency/*.jar \
    "$ycsb"/lib/*.jar "$ycsb"/jdbc-binding/lib/*.jar; do
    case $jar in
      *\** | *-sources.jar | *-tests.jar | *-javadoc.jar | */postgresql-*.jar) ;;
      *) path=$path$jar: ;;
    esac
  done
  driver=$(find "$lib" -name 'postgresql-*.jar' | head -n 1)
  [ -n "$path" ] || fail 2 "no jars of YCSB are in $ycsb: build its modules core and jdbc first"
  printf '%s%s' "$path" "$driver"
}

# Sets $second and $performed, the operations so far, from one line of progress; false where the line is of another kind.
progress_of() { # LINE
  case $1 in
    *' sec: '*' operations;'*)
      second=${1%% sec: *}
      second=${second##* }
      performed=${1#* sec: }
      performed=${performed%% operations*}
      ;;
    *' total ops '*'Uptime: '*)
      second=${1##*Uptime: }
      second=$((${second%% *} / 1000))
      performed=$(printf '%s\n' "$1" | awk '{ for (i = 2; i <= NF; i++) if ($i == "total") sum += $(i - 1); print sum }')
      ;;
    'progress: '*' tps'*)
      second=${1#progress: }
      second=${second%%.*}
      rate=${1#* s, }
      performed=$((performed + ${rate%%.*}))
      ;;
    *) return 1 ;;
  esac
}

# Sets $at, in seconds, and $ticks, the processor time that the process has used.
look() { # PID
  read -r at rest </proc/uptime
  facts=$(cat "/proc/$1/stat")
  # shellcheck disable=SC2086 # a list of numbers
  set -- ${facts##*) }
  ticks=$((${12} + ${13}))
}

# One Cassandra node of its own, as others may be of other sizes or started with --quick; sets $cassandra, its address, and $port.
cassandra() {
  "$home/bin/testbed" up cassandra --name bench --nodes 1 --json >"$scratch/up"
  trap '"$home/bin/testbed" reset cassandra --name bench >/dev/null; rm -rf "$scratch"' EXIT
  cassandra=$(sed -n 's|.*"\(cql://[^"]*\)".*|\1|p' "$scratch/up" | head -n 1)
  port=${cassandra##*:}
  port=${port%%\?*}
}

# Runs a client that prints lines of progress, and counts what lies between two of them: $warm_up seconds after the start,
# and $length seconds later. One line a run goes to $runs: name, operations per second, microseconds of client CPU per operation.
steady() { # NAME COMMAND...
  name=$1
  shift
  lines=$scratch/lines
  rm -f "$lines"
  : >"$scratch/log"
  mkfifo "$lines"
  "$@" >"$lines" 2>&1 &
  process=$!
  performed=0 from='' to=''
  while read -r line; do
    printf '%s\n' "$line" >>"$scratch/log"
    progress_of "$line" || continue
    if [ -z "$from" ] && [ "$second" -ge "$warm_up" ]; then
      look "$process"
      from=$at from_ticks=$ticks from_performed=$performed from_second=$second
    elif [ -n "$from" ] && [ -z "$to" ] && [ "$second" -ge $((from_second + length)) ]; then
      look "$process"
      to=$at to_ticks=$ticks to_performed=$performed
    fi
  done <"$lines"
  code=0
  wait "$process" || code=$?
  case $code in 0 | 6) ;; *) tail -n 20 "$scratch/log" >&2 && fail 1 "$name ended with $code" ;; esac
  [ -n "$to" ] || fail 4 "$name did not report progress for $((warm_up + length)) seconds"
  calculate "\"$name\" sprintf(\" %.0f %.2f\", ($to_performed - $from_performed) / ($to - $from),
    ($to_ticks - $from_ticks) * 1e6 / $(getconf CLK_TCK) / ($to_performed - $from_performed))" | tee -a "$runs" >&2
}

# From the lowest to the highest speed of a client in $runs.
spread() { # NAME
  awk -v name="$1" '$1 == name { if (!n++ || $2 < least) least = $2; if ($2 > most) most = $2 } END { printf "%d to %d", least, most }' "$runs"
}

# Prints the file and says where it lies.
done_with() { # RESULT-FILE
  cat "$1"
  say "squall: written to $1"
}

# Refuses a machine that is not idle now, since its figures would be of the other work too.
require_idle() {
  [ -r /proc/loadavg ] || return 0
  read -r now _ </proc/loadavg
  [ "$(calculate "$now > ${LOAD:-1}")" = 0 ] ||
    fail 6 "the load average is $now, above ${LOAD:-1}: wait until the machine is idle, or set a higher limit, as in LOAD=4 $0"
}

require_idle
# Taken before anything is measured.
begun=$(circumstances)
