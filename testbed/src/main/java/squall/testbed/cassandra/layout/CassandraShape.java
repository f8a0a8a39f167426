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
import squall.testbed.net.Subnet;

/**
 * The layout of a cluster: nodes are assigned to data centres in turn, and within each to racks in turn.
 *
 * @param racks in each data centre; they are the zones, data centres are the regions
 * @param heapMb of each node's JVM; the process takes two to three times as much
 * @param quick whether nodes start sooner with the JVM's simple compiler only, and answer slower ever after
 * @param faults whether faults can be made inside the nodes, of links and disks, and changes be followed
 * @param clock whether each node has a clock that can be set
 * @param secured whether clients must come over TLS and log in
 * @param clientCa the PEM file of the authorities that must have signed a certificate of each client; empty if clients need none
 * @param apartMs one-way latency between data centres in milliseconds; 0 for none
 * @param dataDirs folders that each node spreads its data over, as over disks
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
        int dataDirs) {
    public CassandraShape {
        clientCa = Objects.requireNonNullElse(clientCa, ""); // of clusters from before there was a choice
        dataDirs = dataDirs == 0 ? 1 : dataDirs; // files of clusters from before there was a choice do not name it
    }

    private static final String APART = "region-latency";
    private static final String CLIENT_CA = "client-ca";
    private static final String DATA_DIRS = "data-dirs";
    private static final int MOST_DATA_DIRS = 16;

    /** Of the database on the nodes of a new cluster. */
    public static final String VERSION = "version";

    /** The keys of a shape, and the name. */
    public static final List<String> OPTIONS = List.of(
            "name",
            "nodes",
            "racks",
            "dcs",
            "heap-mb",
            "addresses",
            "namespaces",
            "quick",
            "faults",
            "clock",
            "secured",
            CLIENT_CA,
            DATA_DIRS,
            APART,
            VERSION);

    private static final int MOST_NODES = 32;
    private static final Set<Class<?>> WITHIN_NODES = Set.of(Links.class, Disks.class, Changes.class);

    /** One node, sized for tests and small runs. */
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
                1);
    }

    /**
     * As requested. By default there is one rack per node of a data centre, but at most three: one for each replica at the usual
     * replication factor.
     */
    public static CassandraShape of(String where, Options options) {
        CassandraShape usual = usual();
        int nodes = options.number("nodes", usual.nodes, 1, MOST_NODES);
        int dcs = options.number("dcs", usual.dcs, 1, nodes);
        int leastInDc = nodes / dcs;
        return new CassandraShape(
                nodes,
                options.number("racks", Math.min(3, leastInDc), 1, leastInDc),
                dcs,
                options.number("heap-mb", usual.heapMb, 128, 1 << 16),
                addresses(where, options, usual.addresses),
                options.flag("quick", usual.quick),
                options.flag("faults", usual.faults),
                options.flag("clock", usual.clock),
                secured(options, nodes),
                clientCa(options),
                apartMs(options, dcs),
                options.number(DATA_DIRS, usual.dataDirs, 1, MOST_DATA_DIRS));
    }

    /** As created, with the requested changes. */
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
                options.number(DATA_DIRS, dataDirs, 1, MOST_DATA_DIRS));
    }

    private static long apartMs(Options options, int dcs) {
        long apartMs = options.duration(APART, Duration.ZERO).toMillis();
        if (apartMs > 0 && dcs == 1) {
            throw new IllegalArgumentException(
                    APART + " applies between data centres, but there is only one: ask for several, for example dcs=3");
        }
        return apartMs;
    }

    /** Logins are stored on one node only, so several nodes would fail with it. */
    private static boolean secured(Options options, int nodes) {
        boolean secured = options.flag("secured", false);
        if (secured && nodes > 1) {
            throw new IllegalArgumentException("only a single node can be secured, not " + nodes);
        }
        return secured;
    }

    private static String clientCa(Options options) {
        String file = options.text(CLIENT_CA, "");
        if (!file.isEmpty() && !options.flag("secured", false)) {
            throw new IllegalArgumentException(
                    CLIENT_CA + " requires secured=true: without TLS there are no certificates");
        }
        return file;
    }

    /** {@code namespaces=true} is the word of other clusters for {@code addresses=namespaces}. */
    private static NodeAddressing addresses(String where, Options options, NodeAddressing usual) {
        boolean asked = options.flag("namespaces", false);
        NodeAddressing given =
                NodeAddressing.of(where, options.text("addresses", (asked ? NodeAddressing.NAMESPACES : usual).word()));
        if (asked && given != NodeAddressing.NAMESPACES) {
            throw new IllegalArgumentException(where + ": with namespaces=true each node has its own address; omit"
                    + " addresses=" + given.word() + " out");
        }
        return given;
    }

    /** Whether each node has its own network namespace. */
    public boolean namespaced() {
        return addresses == NodeAddressing.NAMESPACES;
    }

    CassandraShape withNodes(int changed) {
        return new CassandraShape(
                changed, racks, dcs, heapMb, addresses, quick, faults, clock, secured, clientCa, apartMs, dataDirs);
    }

    /** The option that nodes would have to be started with for this; empty if they need none or have it. */
    public Optional<String> unavailable(Class<?> capability) {
        if (WITHIN_NODES.contains(capability) && !(namespaced() && capability == Links.class)) {
            return faults ? Optional.empty() : Optional.of("faults");
        }
        return capability != Clocks.class || clock ? Optional.empty() : Optional.of("clock");
    }

    /** Whether something of Squall's runs inside the nodes. */
    public boolean agent() {
        return faults || clock || apartMs > 0;
    }

    /** With what nodes may be started with this time and not another. */
    public CassandraShape equipped(boolean withFaults, boolean withClock) {
        return new CassandraShape(
                nodes,
                racks,
                dcs,
                heapMb,
                addresses,
                quick,
                withFaults,
                withClock,
                secured,
                clientCa,
                apartMs,
                dataDirs);
    }

    /** The options, as users write them, in which this differs from another. */
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
        return options;
    }

    /** The data centre of the node with this number, from 1 on. */
    public String dc(int number) {
        return "dc" + ((number - 1) % dcs + 1);
    }

    /** The rack of the node with this number, from 1 on. */
    public String rack(int number) {
        return "rack" + ((number - 1) / dcs % racks + 1);
    }

    /** How clients distinguish nodes on one machine. */
    public enum NodeAddressing {
        /** 127.0.0.1, 127.0.0.2, … with the same port; any driver finds all nodes. macOS needs an alias for each. */
        OWN,
        /** 127.0.0.1 with a port each; drivers before version 4 see one node only. */
        SHARED,
        /** One each in a subnet of the cluster's own, behind which is a network namespace of the node's own; for root. */
        NAMESPACES;

        /**
         * The host of the node with this number, from 1 on.
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

        /** The word used in options and files. */
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

        /** Own addresses wherever the system has them without being asked. */
        static NodeAddressing usual(String osName) {
            return osName.toLowerCase(Locale.ROOT).startsWith("linux") ? OWN : SHARED;
        }
    }
}
