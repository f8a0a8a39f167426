package squall.testbed;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;
import squall.spi.Options;

/** What a new cluster is to look like. Options that were not given are not passed on: each kind knows its own. */
final class Making {
    private final Map<String, String> given = new TreeMap<>();

    @Option(names = "--nodes", paramLabel = "N", description = "cassandra: how many (default: 1).")
    void nodes(String value) {
        given.put("nodes", value);
    }

    @Option(
            names = "--racks",
            paramLabel = "N",
            description = "cassandra: zones in each data centre (default: as nodes there, 3 at most).")
    void racks(String value) {
        given.put("racks", value);
    }

    @Option(names = "--dcs", paramLabel = "N", description = "cassandra: data centres, the regions (default: 1).")
    void dcs(String value) {
        given.put("dcs", value);
    }

    @Option(names = "--heap-mb", paramLabel = "MB", description = "cassandra: of each node (default: 256).")
    void heap(String value) {
        given.put("heap-mb", value);
    }

    @Option(
            names = "--addresses",
            paramLabel = "own|shared",
            description = "cassandra: 127.0.0.n each, or one address with several ports (default: own on Linux).")
    void addresses(String value) {
        given.put("addresses", value);
    }

    @Option(
            names = "--quick",
            description = "cassandra: nodes start sooner and answer slower; not for figures to be quoted.")
    void quick(boolean value) {
        given.put("quick", Boolean.toString(value));
    }

    @Option(names = "--secured", description = "cassandra: clients must come over TLS and log in; one node only.")
    void secured(boolean value) {
        given.put("secured", Boolean.toString(value));
    }

    @Option(
            names = "--links",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "postgres-ha: a proxy relays what clients and nodes say, so that faults can cut it (default: as before).")
    void links(String value) {
        given.put("links", value);
    }

    @Option(
            names = "--faults",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description =
                    "cassandra: faults can be made inside nodes, of links and disks (default: as before, else false).")
    void faults(String value) {
        given.put("faults", value);
    }

    @Option(
            names = "--clock",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "cassandra: each node's clock can be set, by libfaketime (default: as before, else false).")
    void clock(String value) {
        given.put("clock", value);
    }

    @Option(
            names = "--region-latency",
            paramLabel = "30ms",
            description = "cassandra: what one data centre says is heard so much later in another, always.")
    void apart(String value) {
        given.put("region-latency", value);
    }

    @Option(
            names = "--manager",
            paramLabel = "supervisor|patroni",
            description = "postgres-ha: who fails over: Squall's own supervisor, or Patroni if it is installed"
                    + " (default: as it was made, else supervisor).")
    void manager(String value) {
        given.put("manager", value);
    }

    @Option(
            names = "--namespaces",
            paramLabel = "true|false",
            arity = "0..1",
            fallbackValue = "true",
            description = "cassandra, postgres-ha: each node of a new cluster in a network namespace of its own;"
                    + " wants root (default: as made).")
    void namespaces(String value) {
        given.put("namespaces", value);
    }

    Options added(Options options) {
        return options.with(given);
    }
}
