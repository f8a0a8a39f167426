package squall.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlClusterFacts.CqlNodeNames;
import squall.cql.CqlErrors.NodeFailureReasons;
import squall.cql.driver.CqlDriverConfig;
import squall.cql.driver.CqlSettings;
import squall.cql.driver.DriverAwait;
import squall.cql.driver.NodeConnectionLog;
import squall.cql.driver.PartitionPolicy.PartitionMap;
import squall.cql.driver.PartitionPolicy.PartitionRefresh;
import squall.cql.driver.TlsContext;
import squall.spi.DatabaseInfo;
import squall.spi.DriverSteps;
import squall.sql.PatientRetry;
import squall.sql.WorkEffect;
import squall.sql.driver.PasswordSource;
import squall.system.PasswordPrompt;
import squall.system.PollDeadline;

/**
 * Database over CQL, one cluster: one driver session, which reconnects by itself and which all handles share. Safe for use by many threads.
 *
 * <p>Works on the drivers of Apache and of YugabyteDB, whichever is on the class path.
 */
public final class CqlDatabase implements AutoCloseable {
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(3);
    private static final Duration SCHEMA_LIMIT = Duration.ofSeconds(10);
    private static final Pattern SCHEMA_CHANGE = Pattern.compile("(?:CREATE|ALTER|DROP)\\s");

    private record Text(String cql, WorkEffect effect) {}

    private final CqlSettings settings;
    private final CqlSession session;
    private final CqlDialect dialect;
    private final CqlErrors errors;
    private final NodeTraffic traffic;
    private final NodeConnectionLog connections;
    private final ConcurrentMap<Text, CompletableFuture<PreparedStatement>> prepared = new ConcurrentHashMap<>();
    private final @Nullable PartitionRefresh partitions;

    private CqlDatabase(CqlSettings settings, CqlSession session, PartitionMap map) {
        this.settings = settings;
        this.session = session;
        this.dialect = dialect(settings, map);
        this.errors = new CqlErrors(dialect);
        this.traffic = new NodeTraffic(errors);
        this.connections = NodeConnectionLog.of(session, CqlNodeNames::label);
        this.partitions = map.isEmpty() ? null : PartitionRefresh.start(session, map);
    }

    /**
     * Connects, and detects the product and version of the server.
     *
     * <p>The password may be given as {@code env:NAME} or {@code file:/path}.
     *
     * @throws IOException if no contact point answers within its limit; the message says which and why, without secrets
     * @throws IllegalArgumentException if a setting cannot be parsed, or does not apply to the cluster that was found
     */
    public static CqlDatabase connect(CqlSettings settings) throws IOException, InterruptedException {
        return connect(settings, Optional.empty());
    }

    /** Connects as {@link #connect(CqlSettings)}. @param registry receives the driver's metrics; the caller's to close */
    public static CqlDatabase connect(CqlSettings settings, Optional<MeterRegistry> registry)
            throws IOException, InterruptedException {
        return connect(settings, registry, password(settings.login()));
    }

    /**
     * Connects as {@link #connect(CqlSettings)}, with a user who can be asked for the password: where the settings say so, or nodes require
     * one of the named role and none was given.
     *
     * @throws IllegalArgumentException also if there is no terminal to ask at
     */
    public static CqlDatabase connect(CqlSettings settings, PasswordPrompt prompt)
            throws IOException, InterruptedException {
        CqlSettings.Login login = settings.login();
        String place = "nodes " + String.join(",", settings.contactPoints());
        if (login.password().equals(PasswordPrompt.WRITTEN)) {
            return connect(settings, Optional.empty(), prompt.answer(login.user(), place));
        }
        try {
            return connect(settings);
        } catch (IOException e) {
            if (login.user().isEmpty()
                    || !login.password().isEmpty()
                    || !NodeFailureReasons.loginRefused(e.getCause())) {
                throw e;
            }
            return connect(settings, Optional.empty(), prompt.answer(login.user(), place));
        }
    }

    private static CqlDatabase connect(CqlSettings settings, Optional<MeterRegistry> registry, String password)
            throws IOException, InterruptedException {
        CqlSession session;
        try {
            session = DriverAwait.on(builder(settings, registry, password).buildAsync());
        } catch (DriverException | IllegalStateException e) {
            throw new IOException(
                    String.join(",", settings.contactPoints()) + " cannot be used: " + NodeFailureReasons.of(e), e);
        }
        try {
            List<String> datacenters = datacenters(session);
            requireNamed(settings.localDatacenter(), datacenters);
            PartitionMap partitions = PartitionRefresh.read(session);
            if (settings.consistency().accord()) {
                AccordRequirement.ofNodes(session, partitions);
            }
            if (partitions.isEmpty() && settings.localDatacenter().isEmpty() && datacenters.size() > 1) {
                // YugabyteDB knows where its rows are; elsewhere every other request would wait for the way to another
                // place.
                throw new IllegalArgumentException(
                        "the local data centre must be given; found: " + String.join(", ", datacenters));
            }
            return new CqlDatabase(settings, session, partitions);
        } catch (DriverException e) {
            session.close();
            throw new IOException(
                    String.join(",", settings.contactPoints()) + ": identifying the server failed: "
                            + NodeFailureReasons.of(e),
                    e);
        } catch (IllegalArgumentException | InterruptedException e) {
            session.close();
            throw e;
        }
    }

    private static CqlDialect dialect(CqlSettings settings, PartitionMap map) {
        if (!map.isEmpty()) {
            return CqlDialect.YCQL;
        }
        return settings.consistency().accord() ? CqlDialect.ACCORD : CqlDialect.CASSANDRA;
    }

    public CqlDialect dialect() {
        return dialect;
    }

    /**
     * Refuses an existing table that Accord's transactions cannot use, if this database has them.
     *
     * @param remedy says what to do then, for the end of the message
     * @throws IllegalArgumentException if they cannot
     */
    public void requireTransactional(Keyspace keyspace, String table, String remedy)
            throws IOException, InterruptedException {
        Optional<String> mismatch = AccordRequirement.mismatch(this, keyspace, table);
        if (mismatch.isPresent()) {
            throw new IllegalArgumentException("table " + table + " exists, but " + mismatch.get() + ": " + remedy);
        }
    }

    /** Returns the traffic of each node so far, with the errors that the driver hid. */
    public NodeTraffic traffic() {
        return traffic;
    }

    /**
     * Lists the steps so far by which the driver lost nodes and connected to them again.
     *
     * @param originNs {@link System#nanoTime} of second 0
     */
    public DriverSteps driverSteps(long originNs) {
        return connections.steps(originNs);
    }

    /** Returns the cluster's settings, read again at each call. @param keyspace whose replication is included */
    public DatabaseInfo describe(String keyspace) throws IOException, InterruptedException {
        return new CqlClusterFacts(this).of(keyspace);
    }

    /**
     * Executes one administrative statement, with the limit of such. After a change of the schema it waits, at most ten seconds, until every
     * node that answers knows the same one: a node of Cassandra 6 may not know yet what another has acknowledged.
     *
     * @param what it does, for the message of a failure
     * @return all rows of its answer
     */
    public List<Row> administer(String what, String cql) throws IOException, InterruptedException {
        List<Row> rows = rows(what, cql, settings.consistency().read());
        if (dialect.cassandra() && SCHEMA_CHANGE.matcher(cql).lookingAt()) {
            PollDeadline.in(SCHEMA_LIMIT).await(() -> schemaVersions().size() <= 1);
        }
        return rows;
    }

    /** Returns the versions of the schema that nodes have, as each says of itself; one that does not answer has none. */
    private Set<UUID> schemaVersions() throws InterruptedException {
        Set<UUID> versions = new HashSet<>();
        for (Node node : metadata().getNodes().values()) {
            if (node.getState() == NodeState.UP) {
                versions.addAll(schemaVersions(node));
            }
        }
        return versions;
    }

    private List<UUID> schemaVersions(Node node) throws InterruptedException {
        try {
            return look(node, "SELECT schema_version FROM system.local").stream()
                    .map(row -> row.getUuid(0))
                    .filter(Objects::nonNull)
                    .toList();
        } catch (IOException e) {
            return List.of(); // it is away, and learns of the schema when it is back
        }
    }

    /**
     * Reads what must be read even if nodes are away for some time, after every pending lightweight transaction has been completed or undone.
     *
     * @param what it reads, for the message of a failure
     * @param within how long after the first failure another attempt may begin
     * @throws IOException with the last failure
     */
    public List<Row> readPatiently(String what, Duration within, String cql) throws IOException, InterruptedException {
        PatientRetry retry = new PatientRetry(within);
        while (true) {
            try {
                return rows(what, cql, settings.consistency().serial());
            } catch (IOException e) {
                if (!(e.getCause() instanceof DriverException cause) || !errors.passes(cause) || !retry.again()) {
                    throw e;
                }
            }
        }
    }

    private List<Row> rows(String what, String cql, ConsistencyLevel level) throws IOException, InterruptedException {
        try {
            List<Row> rows = new ArrayList<>();
            AsyncResultSet page = DriverAwait.on(session.executeAsync(SimpleStatement.newInstance(cql)
                    .setExecutionProfileName(CqlDriverConfig.ADMINISTRATION)
                    .setConsistencyLevel(level)));
            page.currentPage().forEach(rows::add);
            while (page.hasMorePages()) {
                page = DriverAwait.on(page.fetchNextPage());
                page.currentPage().forEach(rows::add);
            }
            return rows;
        } catch (DriverException e) {
            throw new IOException(
                    String.join(",", settings.contactPoints()) + ": " + what + " failed: " + NodeFailureReasons.of(e),
                    e);
        }
    }

    /**
     * Queries one node that alone can answer, such as for its virtual tables; returns the first page of the result, within seconds. It is
     * not counted as traffic of the load.
     */
    public List<Row> look(Node node, String cql) throws IOException, InterruptedException {
        try {
            List<Row> rows = new ArrayList<>();
            DriverAwait.on(session.executeAsync(SimpleStatement.newInstance(cql)
                            .setNode(node)
                            .setTimeout(LOOK_LIMIT)
                            .setConsistencyLevel(DefaultConsistencyLevel.ONE)))
                    .currentPage()
                    .forEach(rows::add);
            return rows;
        } catch (DriverException e) {
            throw new IOException(CqlNodeNames.label(node) + ": " + NodeFailureReasons.of(e), e);
        }
    }

    /** Returns whether all nodes that are up know the same keyspaces and tables; if so, {@link #metadata} knows them too. */
    boolean schemaAgreed() throws IOException, InterruptedException {
        try {
            boolean agreed = DriverAwait.on(session.checkSchemaAgreementAsync());
            if (agreed) {
                DriverAwait.on(session.refreshSchemaAsync());
            }
            return agreed;
        } catch (DriverException e) {
            throw new IOException(
                    String.join(",", settings.contactPoints()) + ": reading the schema failed: "
                            + NodeFailureReasons.of(e),
                    e);
        }
    }

    /** Returns the name of a node in reports. */
    public static String label(Node node) {
        return CqlNodeNames.label(node);
    }

    /** Returns a statement with the settings of this effect: consistency, and whether the driver may send it twice. */
    public <S extends Statement<S>> S attributed(S statement, WorkEffect effect) {
        CqlSettings.Consistency levels = settings.consistency();
        return statement
                .setConsistencyLevel(effect == WorkEffect.READ ? levels.read() : levels.write())
                .setIdempotent(effect != WorkEffect.ONCE)
                .setTracing(settings.wire().tracing());
    }

    /** Returns the maximum number of requests in flight to one node; the driver refuses one more. */
    public int requestsPerNode() {
        return settings.wire().connections() * settings.wire().requestsPerConnection();
    }

    /** Returns the driver's metadata of nodes, keyspaces and tables. */
    public Metadata metadata() {
        return session.getMetadata();
    }

    /** Names the columns of a table as the server keeps them, key first; none if there is no such table. */
    public List<String> columns(Keyspace keyspace, String table) {
        return table(keyspace, table).map(CqlDatabase::columns).orElse(List.of());
    }

    /** Returns after how many seconds the rows of a table expire by default; 0: never; empty if there is no table. */
    public OptionalInt timeToLive(Keyspace keyspace, String table) {
        return table(keyspace, table).map(CqlDatabase::timeToLive).orElse(OptionalInt.empty());
    }

    Optional<TableMetadata> table(Keyspace keyspace, String table) {
        return metadata()
                .getKeyspace(CqlIdentifier.fromInternal(CqlNames.internal(keyspace.name())))
                .flatMap(space -> space.getTable(CqlIdentifier.fromInternal(CqlNames.internal(table))));
    }

    static List<String> columns(TableMetadata table) {
        return table.getColumns().keySet().stream()
                .map(CqlIdentifier::asInternal)
                .toList();
    }

    static OptionalInt timeToLive(TableMetadata table) {
        Object ttl = table.getOptions().get(CqlIdentifier.fromInternal("default_time_to_live"));
        return ttl instanceof Integer seconds ? OptionalInt.of(seconds) : OptionalInt.empty();
    }

    @Override
    public void close() {
        if (partitions != null) {
            partitions.close();
        }
        session.close();
    }

    CqlSettings settings() {
        return settings;
    }

    CqlSession session() {
        return session;
    }

    CqlErrors errors() {
        return errors;
    }

    /** Returns whether there is a connection to any node now. */
    boolean reachable() {
        for (Node node : session.getMetadata().getNodes().values()) {
            if (node.getOpenConnections() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Prepares a statement once for all callers; each gets its own future, so that no caller cancels another's wait. */
    CompletionStage<PreparedStatement> prepared(String cql, WorkEffect effect) {
        Text text = new Text(cql, effect);
        CompletableFuture<PreparedStatement> known = prepared.get(text);
        if (known == null) {
            known = prepared.computeIfAbsent(
                    text,
                    unseen -> session.prepareAsync(attributed(SimpleStatement.newInstance(cql), effect))
                            .toCompletableFuture());
        }
        if (known.isCompletedExceptionally()) {
            prepared.remove(text, known);
        }
        return known.copy();
    }

    private static CqlSessionBuilder builder(CqlSettings settings, Optional<MeterRegistry> registry, String password)
            throws IOException {
        CqlSessionBuilder builder = CqlSession.builder()
                .withApplicationName("squall")
                .withConfigLoader(CqlDriverConfig.of(settings, registry.isPresent()));
        for (String contactPoint : settings.contactPoints()) {
            InetSocketAddress address = CqlNodeNames.address(contactPoint);
            if (address.isUnresolved()) {
                throw new IOException("contact point " + contactPoint + ": unknown host");
            }
            builder.addContactPoint(address);
        }
        registry.ifPresent(builder::withMetricRegistry);
        if (!settings.login().user().isEmpty()) {
            builder.withAuthCredentials(settings.login().user(), password);
        }
        if (settings.encryption().byFiles()) {
            builder.withSslEngineFactory(
                    new ProgrammaticSslEngineFactory(TlsContext.of(settings.encryption()), null, true));
        }
        return builder;
    }

    private static String password(CqlSettings.Login login) {
        try {
            return PasswordSource.resolve(login.password(), System.getenv());
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static List<String> datacenters(CqlSession session) {
        return session.getMetadata().getNodes().values().stream()
                .map(Node::getDatacenter)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    private static void requireNamed(String wanted, List<String> found) {
        if (!wanted.isEmpty() && !found.contains(wanted)) {
            throw new IllegalArgumentException(
                    "there is no data centre '" + wanted + "'; found: " + String.join(", ", found));
        }
    }
}
