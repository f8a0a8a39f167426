package squall.adversity.probe.store;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import squall.adversity.probe.store.CqlProbeSession.Statements;
import squall.adversity.probe.store.ProbeStore.NodeByAddress;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.cql.Keyspace;
import squall.cql.driver.CqlSettings;
import squall.isolation.CqlRegisterStore;
import squall.isolation.CqlTransactionStore.RunTable;
import squall.isolation.TransactionStore;
import squall.spi.CallContext;
import squall.spi.Cluster;
import squall.spi.DriverSteps;
import squall.spi.Outcome;
import squall.spi.Target;
import squall.sql.WorkEffect;

/** Store of the probes' tables over CQL, read and written at QUORUM. */
public sealed class CqlProbeStore implements ProbeStore permits AccordProbeStore {
    /** Timeout of a write on the servers, unless they are configured otherwise. */
    private static final Duration SERVERS_LIMIT = Duration.ofSeconds(2);

    private final CqlDatabase database;
    private final NodeByAddress nodes;
    private final long run;
    private final Duration answer;
    private final Statements texts;

    /** @param run its id, six hexadecimal digits @param answer limit of a call */
    protected CqlProbeStore(CqlDatabase database, List<Cluster.Node> nodes, String run, Duration answer) {
        this.database = database;
        this.nodes = new NodeByAddress(nodes);
        this.run = Long.parseLong(run, 16);
        this.answer = answer;
        this.texts = new Statements(run, database.dialect());
    }

    /**
     * Connects.
     *
     * @param run its id, six hexadecimal digits
     * @param answer limit of a call
     */
    public static CqlProbeStore connect(Target target, List<Cluster.Node> nodes, String run, Duration answer)
            throws IOException, InterruptedException {
        return new CqlProbeStore(CqlDatabase.connect(settings(target, answer)), nodes, run, answer);
    }

    /** Returns the settings of its connections. @param answer limit of a call, which is not sent again */
    static CqlSettings settings(Target target, Duration answer) {
        return CqlSettings.of(
                target, new CqlSettings.Limits(answer, CqlSettings.Limits.DEFAULT.administration(), answer, answer, 0));
    }

    protected final CqlDatabase database() {
        return database;
    }

    /** Returns the table of transactions whose isolation is judged. */
    protected final RunTable isolationTable() {
        return new RunTable(
                new Keyspace(Statements.KEYSPACE, ""),
                Statements.KEYSPACE + ".isolation_" + Long.toHexString(run),
                run);
    }

    @Override
    public void make() throws IOException, InterruptedException {
        new Keyspace(Statements.KEYSPACE, "").make(database);
        for (String table : texts.make()) {
            database.administer("making the probes' tables", table);
        }
    }

    @Override
    public void seedRegisters(List<Integer> keys) throws IOException, InterruptedException {
        for (int key : keys) {
            database.administer("filling the registers", texts.seed(key));
        }
    }

    @Override
    public void seedCounter() throws IOException, InterruptedException {
        database.administer("filling the counter", texts.seedCounter());
    }

    @Override
    public List<ProbeStore.LaneLocation> places(int perNode) {
        return new CqlReplicaKeys(database.metadata(), nodes).places(perNode);
    }

    @Override
    public List<ProbeStore.LaneLocation> nodePlaces() {
        return new CqlReplicaKeys(database.metadata(), nodes).nodePlaces();
    }

    /** {@inheritDoc} It reads the node's own table of itself, which no other node has. */
    @Override
    public LaneSession nodeSession(ProbeStore.LaneLocation place) {
        return new NodeSession(
                database, place.session(), new CqlReplicaKeys(database.metadata(), nodes).node(place.node()));
    }

    /** {@inheritDoc} Lightweight transactions have one level, so none can be chosen. */
    @Override
    public TransactionStore transactions(String level) {
        if (!level.isEmpty()) {
            throw new IllegalArgumentException("probes.isolation.level must be left out: over CQL transactions are"
                    + " lightweight ones, which have no level to choose");
        }
        return new CqlRegisterStore(database, isolationTable());
    }

    @Override
    public ProbeSession.LedgerEntry entry(int writer, long number) {
        return new ProbeSession.LedgerEntry(run, writer, number);
    }

    @Override
    public DriverSteps driverSteps(long originNs) {
        return database.driverSteps(originNs);
    }

    @Override
    public ProbeSession probeSession(int number) {
        return new CqlProbeSession(database, number, texts);
    }

    @Override
    public String survey(int writers, int most, Rows rows) throws IOException, InterruptedException {
        int parts = Statements.part(most) + 2; // one more than possible, for rows that no probe wrote
        for (int writer = 0; writer < writers; writer++) {
            for (int part = 0; part < parts; part++) {
                readPart(writer, part, rows);
            }
        }
        return "";
    }

    private void readPart(int writer, int part, Rows rows) throws IOException, InterruptedException {
        for (Row row : database.administer("reading the ledger", texts.rows(writer, part))) {
            ProbeSession.LedgerEntry entry = entry(writer, row.getLong(0));
            rows.row(writer, entry.number(), entry.is(row.getInt(1), String.valueOf(row.getString(2))));
        }
    }

    @Override
    public Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException {
        Map<Integer, Long> versions = new HashMap<>();
        for (int key : keys) {
            for (Row row : database.administer("reading the registers", texts.version(key))) {
                versions.put(key, row.getLong(0));
            }
        }
        return versions;
    }

    @Override
    public OptionalLong counter() throws IOException, InterruptedException {
        for (Row row : database.administer("reading the counter", texts.readCounter())) {
            if (row.getColumnDefinitions().contains(Statements.COUNT)) {
                return OptionalLong.of(row.getLong(Statements.COUNT));
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public Optional<String> lossAllowedBy() {
        return Optional.empty(); // written and read at QUORUM
    }

    /**
     * {@inheritDoc} Waits for the limit of the servers, which ends what was sent; a write that a replica receives even later, QUORUM counts
     * as absent or spreads to all.
     */
    @Override
    public boolean quiet() throws InterruptedException {
        Thread.sleep(answer.compareTo(SERVERS_LIMIT) > 0 ? answer : SERVERS_LIMIT);
        return true;
    }

    @Override
    public void removeRows() throws IOException, InterruptedException {
        for (String table : texts.drop()) {
            database.administer("dropping the probes' tables", table);
        }
    }

    @Override
    public void close() {
        database.close();
    }

    /** Session that asks one node. */
    private static final class NodeSession extends CqlHandle implements LaneSession {
        private static final String QUESTION = "SELECT key FROM system.local";

        private final Node node;

        NodeSession(CqlDatabase database, int number, Node node) {
            super(database, number);
            this.node = node;
        }

        @Override
        public Outcome ask(CallContext call) throws InterruptedException {
            return unit(WorkEffect.READ, call, exchange -> {
                exchange.execute(
                        SimpleStatement.newInstance(QUESTION).setNode(node).setIdempotent(true));
                return Outcome.OK;
            });
        }
    }

    /** Finder of a key for each node: one whose first replica is that node. */
    private record CqlReplicaKeys(Metadata metadata, NodeByAddress names) {
        /** First key of lanes, far from those of registers. */
        private static final int FIRST_LANE = 1_000_000;

        /** Maximum number of keys to try: a node that is the first replica of none of them has no tokens. */
        private static final int MOST_TRIES = 10_000;

        List<ProbeStore.LaneLocation> places(int perNode) {
            Optional<? extends TokenMap> tokens = metadata.getTokenMap();
            return tokens.isPresent() ? placed(tokens.get(), perNode) : anywhere(perNode);
        }

        List<ProbeStore.LaneLocation> nodePlaces() {
            List<ProbeStore.LaneLocation> places = new ArrayList<>();
            for (Node node : metadata.getNodes().values()) {
                String address = address(node);
                String name = names.name(address);
                places.add(new ProbeStore.LaneLocation(
                        name, name, zone(node, address), FIRST_LANE, places.size(), address + " and no other"));
            }
            return places;
        }

        /** Returns the node of this name, one of {@link #nodePlaces}. */
        Node node(String name) {
            return metadata.getNodes().values().stream()
                    .filter(node -> names.name(address(node)).equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        private String zone(Node node, String address) {
            return names.at(address).isPresent() ? names.zone(address) : Objects.requireNonNullElse(node.getRack(), "");
        }

        private List<ProbeStore.LaneLocation> placed(TokenMap tokens, int perNode) {
            Map<Node, Integer> wanted = new HashMap<>();
            metadata.getNodes().values().forEach(node -> wanted.put(node, perNode));
            List<ProbeStore.LaneLocation> places = new ArrayList<>();
            for (int key = FIRST_LANE; key < FIRST_LANE + MOST_TRIES && !wanted.isEmpty(); key++) {
                Set<Node> replicas = tokens.getReplicas(
                        CqlIdentifier.fromCql(Statements.KEYSPACE),
                        Objects.requireNonNull(TypeCodecs.INT.encode(key, ProtocolVersion.DEFAULT)));
                Node first = replicas.isEmpty() ? null : replicas.iterator().next();
                Integer left = first == null ? null : wanted.get(first);
                if (first != null && left != null) {
                    places.add(place(
                            first,
                            key,
                            perNode - left + 1,
                            perNode,
                            "the first of " + replicas.size() + " replicas of its key"));
                    wanted.compute(first, (node, open) -> open == null || open == 1 ? null : open - 1);
                }
            }
            return places;
        }

        private List<ProbeStore.LaneLocation> anywhere(int perNode) {
            List<ProbeStore.LaneLocation> places = new ArrayList<>();
            for (Node node : metadata.getNodes().values()) {
                for (int number = 1; number <= perNode; number++) {
                    places.add(place(
                            node,
                            FIRST_LANE + places.size(),
                            number,
                            perNode,
                            "which node leads its key is not known"));
                }
            }
            return places;
        }

        private ProbeStore.LaneLocation place(Node node, int key, int number, int perNode, String how) {
            String address = address(node);
            String name = names.name(address);
            return new ProbeStore.LaneLocation(
                    "key of " + name + (perNode == 1 ? "" : " " + number),
                    name,
                    zone(node, address),
                    key,
                    0,
                    address + ": " + how);
        }

        private static String address(Node node) {
            return node.getEndPoint().resolve() instanceof InetSocketAddress socket
                    ? socket.getAddress().getHostAddress() + ":" + socket.getPort()
                    : String.valueOf(node.getEndPoint());
        }
    }
}
