package squall.testbed;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;
import squall.spi.Options;

/** What a new cluster is to look like. Options that were not given are not passed on: each kind knows its own. */
final class NewClusterOptions {
    private final Map<String, String> given = new TreeMap<>();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "cassandra, galera: number of nodes (default: 1 of cassandra, 3 of galera).")
    void nodes(String value) {
        given.put("nodes", value);
    }

    @Option(
            names = "--racks",
            paramLabel = "N",
            description = "cassandra: zones in each data centre (default: one per node, at most 3).")
    void racks(String value) {
        given.put("racks", value);
    }

    @Option(
            names = "--dcs",
            paramLabel = "N",
            description = "cassandra: number of data centres, which are the regions (default: 1).")
    void dcs(String value) {
        given.put("dcs", value);
    }

    @Option(names = "--heap-mb", paramLabel = "MB", description = "cassandra: heap of each node (default: 256).")
    void heap(String value) {
        given.put("heap-mb", value);
    }

    @Option(
            names = "--data-dirs",
            paramLabel = "N",
            description =
                    "cassandra: folders that each node spreads its data over, as over disks; postgres: tablespaces"
                            + " data1, data2, ... in folders of their own (default: 1).")
    void dataDirs(String value) {
        given.put("data-dirs", value);
    }

    @Option(
            names = "--addresses",
            paramLabel = "own|shared",
            description =
                    "cassandra: one address 127.0.0.n per node, or one address with several ports (default: own on Linux).")
    void addresses(String value) {
        given.put("addresses", value);
    }

    @Option(
            names = "--quick",
            description =
                    "cassandra: nodes start faster and respond more slowly; do not quote figures measured with it.")
    void quick(boolean value) {
        given.put("quick", Boolean.toString(value));
    }

    @Option(names = "--secured", description = "cassandra: clients must use TLS and log in; single node only.")
    void secured(boolean value) {
        given.put("secured", Boolean.toString(value));
    }

    @Option(
            names = "--client-ca",
            paramLabel = "FILE",
            description =
                    "cassandra: with --secured, clients also need a certificate signed by an authority of this PEM file.")
    void clientCa(Path value) {
        given.put("client-ca", value.toAbsolutePath().toString());
    }

    @Option(
            names = "--links",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "postgres-ha: a proxy relays all traffic of clients and nodes, so that faults can cut it (default: as before).")
    void links(String value) {
        given.put("links", value);
    }

    @Option(
            names = "--faults",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "cassandra: nodes accept link and disk faults (default: as before, else false).")
    void faults(String value) {
        given.put("faults", value);
    }

    @Option(
            names = "--clock",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "cassandra: the clock of each node can be set, through libfaketime (default: as before, else false).")
    void clock(String value) {
        given.put("clock", value);
    }

    @Option(
            names = "--region-latency",
            paramLabel = "30ms",
            description = "cassandra: one-way latency between data centres, always in effect.")
    void apart(String value) {
        given.put("region-latency", value);
    }

    @Option(
            names = "--manager",
            paramLabel = "supervisor|patroni",
            description = "postgres-ha: what fails over: Squall's own supervisor, or Patroni if it is installed"
                    + " (default: as created, else supervisor).")
    void manager(String value) {
        given.put("manager", value);
    }

    @Option(
            names = "--namespaces",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "cassandra, galera, postgres-ha: run each node of a new cluster in its own network namespace;"
                    + " needs root (default: as created).")
    void namespaces(String value) {
        given.put("namespaces", value);
    }

    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description =
                    "cassandra, postgres-ha: version of the database on the nodes of a new cluster, for example 5.0.6"
                            + " or 17.6; downloaded on first use (default: the one that Squall was tested with).")
    void version(String value) {
        given.put("version", value);
    }

    Options added(Options options) {
        return options.with(given);
    }
}
