package squall.testbed.cassandra.layout;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Changes;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Disks;
import squall.spi.Cluster.Links;
import squall.spi.Options;
import squall.testbed.host.DiskShape;
import squall.testbed.host.NodeSize;
import squall.testbed.net.Subnet;

/**
 * Shape of a cluster: nodes are assigned to data centres in turn, and within each to racks in turn.
 *
 * @param racks in each data centre; they are the zones, data centres are the regions
 * @param heapMb of each node's JVM; the process takes two to three times as much
 * @param quick whether nodes start faster with the JVM's simple compiler only, and respond more slowly from then on
 * @param faults whether faults of links and disks can be injected inside the nodes, and changes be followed
 * @param clock whether each node has a clock that can be set
 * @param secured whether clients must use TLS and log in
 * @param clientCa the PEM file of the authorities that must have signed a certificate of each client; empty if clients need none
 * @param apartMs one-way latency between data centres in milliseconds; 0 for none
 * @param dataDirs folders over which each node spreads its data, as over disks
 */
public record CassandraShape(
        int nodes,
        int racks,
        int dcs,
        int heapMb,
        NodeAddressing addresses,
        boolean quick,
        boolean faults,
        boolean clock,
        boolean secured,
        String clientCa,
        long apartMs,
        int dataDirs,
        String commitlogSync) {
    public CassandraShape {
        clientCa = Objects.requireNonNullElse(clientCa, ""); // clusters from before there was a choice do not have it
        dataDirs = dataDirs == 0 ? 1 : dataDirs; // clusters from before there was a choice do not have it
        commitlogSync = Objects.requireNonNullElse(commitlogSync, BATCH);
    }

    private static final String APART = "region-latency";
    private static final String CLIENT_CA = "client-ca";
    private static final String DATA_DIRS = "data-dirs";
    private static final String COMMITLOG_SYNC = "commitlog-sync";
    private static final String BATCH = "batch";
    private static final List<String> COMMITLOG_SYNCS = List.of(BATCH, "group", "periodic");
    private static final int MOST_DATA_DIRS = 16;

    /** Name of the option for the version of the database on the nodes of a new cluster. */
    public static final String VERSION = "version";

    /** Names of the options of a shape, and the name of the cluster. */
    public static final List<String> OPTIONS = List.of(
            "name",
            "nodes",
            "racks",
            "dcs",
            "heap-mb",
            "addresses",
            "namespaces",
            DiskShape.OPTION,
            "quick",
            "faults",
            "clock",
            "secured",
            CLIENT_CA,
            DATA_DIRS,
            APART,
            COMMITLOG_SYNC,
            VERSION,
            NodeSize.CPUS,
            NodeSize.MEMORY);

    private static final int MOST_NODES = 32;
    private static final Set<Class<?>> WITHIN_NODES = Set.of(Links.class, Disks.class, Changes.class);

    /** Creates the default shape: one node, sized for tests and small runs. */
    public static CassandraShape usual() {
        return new CassandraShape(
                1,
                1,
                1,
                256,
                NodeAddressing.usual(System.getProperty("os.name")),
                false,
                false,
                false,
                false,
                "",
                0,
                1,
                BATCH);
    }

    /**
     * Creates the requested shape. By default there is one rack per node of a data centre, but at most three: one for each replica at the
     * usual replication factor.
     */
    public static CassandraShape of(String where, Options options) {
        int nodes = options.number("nodes", 1, 1, MOST_NODES);
        int dcs = options.number("dcs", 1, 1, nodes);
        int leastInDc = nodes / dcs;
        int racks = options.number("racks", Math.min(3, leastInDc), 1, leastInDc);
        CassandraShape shape = usual().with(where, options.with(Map.of("racks", Integer.toString(racks))));
        shape.requireConsistent();
        return shape;
    }

    private void requireConsistent() {
        if (apartMs > 0 && dcs == 1) {
            throw new IllegalArgumentException(
                    APART + " applies between data centres, but there is only one: ask for several, for example dcs=3");
        }
        if (secured && nodes > 1) { // logins are stored on one node only, so several would fail with it
            throw new IllegalArgumentException("only a single node can be secured, not " + nodes);
        }
        if (!clientCa.isEmpty() && !secured) {
            throw new IllegalArgumentException(
                    CLIENT_CA + " requires secured=true: without TLS there are no certificates");
        }
    }

    /** Returns this shape with the requested changes. */
    public CassandraShape with(String where, Options options) {
        return new CassandraShape(
                options.number("nodes", nodes, 1, MOST_NODES),
                options.number("racks", racks, 1, MOST_NODES),
                options.number("dcs", dcs, 1, MOST_NODES),
                options.number("heap-mb", heapMb, 128, 1 << 16),
                addresses(where, options, addresses),
                options.flag("quick", quick),
                options.flag("faults", faults),
                options.flag("clock", clock),
                options.flag("secured", secured),
                options.text(CLIENT_CA, clientCa),
                options.duration(APART, Duration.ofMillis(apartMs)).toMillis(),
                options.number(DATA_DIRS, dataDirs, 1, MOST_DATA_DIRS),
                commitlogSync(where, options.text(COMMITLOG_SYNC, commitlogSync)));
    }

    private static String commitlogSync(String where, String text) {
        if (!COMMITLOG_SYNCS.contains(text)) {
            throw new IllegalArgumentException(where + ": option '" + COMMITLOG_SYNC + "' must be one of "
                    + String.join(", ", COMMITLOG_SYNCS) + ", not '" + text + "'");
        }
        return text;
    }

    /** Reads the addressing; {@code namespaces=true} is the other clusters' form of {@code addresses=namespaces}. */
    private static NodeAddressing addresses(String where, Options options, NodeAddressing usual) {
        boolean asked = options.flag("namespaces", false);
        NodeAddressing given =
                NodeAddressing.of(where, options.text("addresses", (asked ? NodeAddressing.NAMESPACES : usual).word()));
        if (asked && given != NodeAddressing.NAMESPACES) {
            throw new IllegalArgumentException(where + ": with namespaces=true each node has its own address; omit"
                    + " addresses=" + given.word());
        }
        return given;
    }

    /** Returns whether each node has its own network namespace. */
    public boolean namespaced() {
        return addresses == NodeAddressing.NAMESPACES;
    }

    CassandraShape withNodes(int changed) {
        return new CassandraShape(
                changed,
                racks,
                dcs,
                heapMb,
                addresses,
                quick,
                faults,
                clock,
                secured,
                clientCa,
                apartMs,
                dataDirs,
                commitlogSync);
    }

    /** Returns the option with which nodes would have to be started for this capability; empty if they need none or have it. */
    public Optional<String> unavailable(Class<?> capability) {
        if (WITHIN_NODES.contains(capability) && !(namespaced() && capability == Links.class)) {
            return faults ? Optional.empty() : Optional.of("faults");
        }
        return capability != Clocks.class || clock ? Optional.empty() : Optional.of("clock");
    }

    /** Returns whether Squall's agent runs inside the nodes. */
    public boolean agent() {
        return faults || clock || apartMs > 0;
    }

    /** Returns this shape with other options that may differ at each start of the nodes. */
    public CassandraShape equipped(boolean withFaults, boolean withClock) {
        return with(
                "",
                new Options("", Map.of("faults", Boolean.toString(withFaults), "clock", Boolean.toString(withClock))));
    }

    /** Lists the options, as users write them, in which this differs from another. */
    public String unlike(CassandraShape other) {
        Map<String, String> others = other.options();
        return options().entrySet().stream()
                .filter(option -> !option.getValue().equals(others.get(option.getKey())))
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(", "));
    }

    private SequencedMap<String, String> options() {
        SequencedMap<String, String> options = new LinkedHashMap<>();
        options.put("nodes", Integer.toString(nodes));
        options.put("racks", Integer.toString(racks));
        options.put("dcs", Integer.toString(dcs));
        options.put("heap-mb", Integer.toString(heapMb));
        options.put("addresses", addresses.word());
        options.put("quick", Boolean.toString(quick));
        options.put("faults", Boolean.toString(faults));
        options.put("clock", Boolean.toString(clock));
        options.put("secured", Boolean.toString(secured));
        options.put(CLIENT_CA, clientCa);
        options.put(DATA_DIRS, Integer.toString(dataDirs));
        options.put(APART, apartMs + "ms");
        options.put(COMMITLOG_SYNC, commitlogSync);
        return options;
    }

    /** Returns the data centre of the node with this number, from 1 on. */
    public String dc(int number) {
        return "dc" + ((number - 1) % dcs + 1);
    }

    /** Returns the rack of the node with this number, from 1 on. */
    public String rack(int number) {
        return "rack" + ((number - 1) / dcs % racks + 1);
    }

    /** Addressing by which clients distinguish nodes on one machine. */
    public enum NodeAddressing {
        /**
         * Own address for each node: 127.0.0.1, 127.0.0.2, … with the same port; any driver finds all nodes. macOS needs an alias for each.
         */
        OWN,
        /** Shared address 127.0.0.1 with a port for each node; drivers before version 4 see one node only. */
        SHARED,
        /** Address for each node in the cluster's own subnet, in a network namespace of the node's own; for root. */
        NAMESPACES;

        /**
         * Returns the host of the node with this number, from 1 on.
         *
         * @param subnet of a cluster with namespaces
         */
        public String host(int number, Optional<Subnet> subnet) {
            return switch (this) {
                case OWN -> "127.0.0." + number;
                case SHARED -> "127.0.0.1";
                case NAMESPACES -> subnet.orElseThrow().address("n" + number);
            };
        }

        /** Returns the word used in options and files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @param where names the option, for messages */
        static NodeAddressing of(String where, String word) {
            return Stream.of(values())
                    .filter(addresses -> addresses.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            where + ": option 'addresses' must be own, shared or namespaces, not '" + word + "'"));
        }

        /** Returns the default: own addresses if the system has them without configuration. */
        static NodeAddressing usual(String osName) {
            return osName.toLowerCase(Locale.ROOT).startsWith("linux") ? OWN : SHARED;
        }
    }
}
