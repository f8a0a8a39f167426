package squall.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import squall.spi.Options;

/** Options of a new cluster. Those that were not given are not passed on: each kind has its own defaults. */
final class NewClusterOptions {
    private static final String SWITCH = "true|false";
    private static final String FILE = "FILE";

    private static final List<Entry> ALL = List.of(
            new Entry("nodes", "N", "cassandra, galera: number of nodes (default: 1 of cassandra, 3 of galera)."),
            new Entry("racks", "N", "cassandra: zones in each data centre (default: one per node, at most 3)."),
            new Entry("dcs", "N", "cassandra: number of data centres, which are the regions (default: 1)."),
            new Entry(
                    "node-cpus",
                    "N",
                    "processors that each node uses at most, for example 0.3, by control groups (default: as before,"
                            + " else all of this machine)."),
            new Entry(
                    "node-memory",
                    "SIZE",
                    "memory that each node uses at most, for example 768M or 2G, by control groups (default: as"
                            + " before, else all of this machine)."),
            new Entry("heap-mb", "MB", "cassandra: heap of each node (default: 256)."),
            new Entry(
                    "data-dirs",
                    "N",
                    "cassandra: folders that each node spreads its data over, as over disks; postgres: 2 to 16"
                            + " tablespaces data1, data2, ... in folders of their own (default: 1; postgres: none)."),
            new Entry(
                    "addresses",
                    "own|shared",
                    "cassandra: one address 127.0.0.n per node, or one address with several ports (default: own on"
                            + " Linux)."),
            new Entry(
                    "quick",
                    "",
                    "cassandra: nodes start faster and respond more slowly; do not quote figures measured with it."),
            new Entry("secured", "", "cassandra: clients must use TLS and log in; single node only."),
            new Entry(
                    "client-ca",
                    FILE,
                    "cassandra: with --secured, clients also need a certificate signed by an authority of this PEM"
                            + " file."),
            new Entry(
                    "links",
                    SWITCH,
                    "postgres-ha: a proxy relays all traffic of clients and nodes, so that faults can cut it"
                            + " (default: as before)."),
            new Entry(
                    "faults", SWITCH, "cassandra: nodes accept link and disk faults (default: as before, else false)."),
            new Entry(
                    "clock",
                    SWITCH,
                    "cassandra: the clock of each node can be set, through libfaketime (default: as before, else"
                            + " false)."),
            new Entry("region-latency", "30ms", "cassandra: one-way latency between data centres, always in effect."),
            new Entry(
                    "manager",
                    "supervisor|patroni",
                    "postgres-ha: what fails over: Squall's own supervisor, or Patroni if it is installed (default:"
                            + " as created, else supervisor)."),
            new Entry(
                    "namespaces",
                    SWITCH,
                    "cassandra, galera, postgres-ha: run each node of a new cluster in its own network namespace;"
                            + " needs root (default: as created)."),
            new Entry(
                    "disks",
                    "own[,size=4G][,fs=ext4|xfs]",
                    "put the data of each node of a new database on a disk of its own, of which the power can be"
                            + " cut: a file system in a file; needs root (default: as created)."),
            new Entry(
                    "fsync",
                    "on|off",
                    "postgres: whether the server syncs to its disk (default: as created, else on)."),
            new Entry(
                    "synchronous-commit",
                    "on|off|local|...",
                    "postgres: PostgreSQL's synchronous_commit (default: as created, else on); postgres-ha: that of"
                            + " the sessions at the printed address."),
            new Entry(
                    "checksums",
                    "on|off",
                    "postgres: whether each page of a new server has a checksum, by which a corrupt one is detected"
                            + " (default: as created, else on)."),
            new Entry(
                    "commitlog-sync",
                    "batch|group|periodic",
                    "cassandra: when the commit log is synced: before a write is acknowledged (batch, group), or up"
                            + " to 10 s later (default: batch)."),
            new Entry(
                    "flush-log",
                    "0|1|2",
                    "galera: innodb_flush_log_at_trx_commit of a new group: 1 syncs before a commit is acknowledged,"
                            + " 0 and 2 once a second (default: 1)."),
            new Entry(
                    "version",
                    "VERSION",
                    "cassandra, postgres-ha: version of the database on the nodes of a new cluster, for example"
                            + " 5.0.6 or 17.6; downloaded on first use (default: the one that Squall was tested with)."));

    private NewClusterOptions() {}

    /** Option of the command line, and of a cluster. @param values as help shows them; empty for a flag */
    private record Entry(String name, String values, String description) {
        OptionSpec spec() {
            OptionSpec.Builder spec = OptionSpec.builder(flag()).description(description);
            if (values.isEmpty()) {
                return spec.type(boolean.class).build();
            }
            if (values.equals(SWITCH)) {
                spec.arity("0..1").fallbackValue("true");
            }
            return spec.type(values.equals(FILE) ? Path.class : String.class)
                    .paramLabel(values)
                    .build();
        }

        String flag() {
            return "--" + name;
        }
    }

    static void addTo(CommandSpec command) {
        ALL.forEach(option -> command.addOption(option.spec()));
    }

    /** Returns the options with those of the command line. */
    static Options added(Options options, ParseResult arguments) {
        Map<String, String> given = new TreeMap<>();
        for (Entry option : ALL) {
            if (arguments.hasMatchedOption(option.flag())) {
                Object value = arguments.matchedOptionValue(option.flag(), (Object) "");
                given.put(option.name(), String.valueOf(value instanceof Path file ? file.toAbsolutePath() : value));
            }
        }
        return options.with(given);
    }
}
