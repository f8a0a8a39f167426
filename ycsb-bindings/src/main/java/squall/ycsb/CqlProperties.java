package squall.ycsb;

import java.time.Duration;
import java.util.List;

/** What the ycql binding reads: the names of upstream's Cassandra binding, and Squall's additions. */
public final class CqlProperties {
    /** Every property that begins so is handed to the driver, as an option below {@code datastax-java-driver}. */
    public static final String DRIVER_PREFIX = "cassandra.driver.";

    private static final Format<String> LEVEL = Format.oneOf(
            "ANY",
            "ONE",
            "TWO",
            "THREE",
            "QUORUM",
            "ALL",
            "LOCAL_QUORUM",
            "EACH_QUORUM",
            "LOCAL_ONE",
            "SERIAL",
            "LOCAL_SERIAL");

    public static final Property<String> HOSTS = Property.text(
            "hosts",
            "",
            "nodes to begin with, comma list of HOST or HOST:PORT, or cql://HOST:PORT,...?dc=NAME; unset: Squall's own Cassandra");
    public static final Property<Integer> PORT =
            Property.of("port", Format.small(1, 65_535), 9042, "of the hosts that name none");
    public static final Property<String> KEYSPACE =
            Property.text("cassandra.keyspace", "ycsb", "where the table is; a load makes it if it is not there");
    public static final Property<String> USER = Property.text("cassandra.username", "", "user name");
    public static final Property<String> PASSWORD =
            Property.secret("cassandra.password", "password, or env:NAME, or file:PATH");
    public static final Property<String> LOCAL_DATACENTER = Property.text(
            "cassandra.localdc", "", "data centre whose nodes are spoken to; unset: the only one there is");
    public static final Property<String> READ_LEVEL =
            Property.of("cassandra.readconsistencylevel", LEVEL, "QUORUM", "replicas that must answer a read");
    public static final Property<String> WRITE_LEVEL =
            Property.of("cassandra.writeconsistencylevel", LEVEL, "QUORUM", "replicas that must answer a write");
    public static final Property<String> SERIAL_LEVEL = Property.of(
            "cassandra.serialconsistencylevel",
            Format.oneOf("SERIAL", "LOCAL_SERIAL"),
            "SERIAL",
            "of lightweight transactions");
    public static final Property<Boolean> LIGHTWEIGHT = Property.flag(
            "cassandra.lwt", false, "writes are conditional (IF NOT EXISTS, IF EXISTS) and say whether they applied");
    public static final Property<Integer> CORE_CONNECTIONS = connections(
            "cassandra.coreconnections",
            "connections to each node, the larger of both names; unset: enough for all threads");
    public static final Property<Integer> MOST_CONNECTIONS =
            connections("cassandra.maxconnections", "see cassandra.coreconnections");
    public static final Property<Integer> REQUESTS_PER_CONNECTION = Property.of(
            "cassandra.requestsperconnection", Format.small(1, 32_768), 1_024, "under way on one connection, at most");
    public static final Property<Integer> CONNECT_TIMEOUT = Property.of(
            "cassandra.connecttimeoutmillis", Format.small(1, 3_600_000), 5_000, "limit of a connect, each node");
    public static final Property<Integer> REQUEST_TIMEOUT = Property.of(
            "cassandra.readtimeoutmillis",
            Format.small(1, 3_600_000),
            12_000,
            "limit of an answer; longer than the server's own, or its retries are not seen");
    public static final Property<Duration> DDL_TIMEOUT = Property.of(
            "cassandra.ddltimeout", Format.duration(), Duration.ofSeconds(60), "limit of schema changes and counts");
    public static final Property<Duration> RECONNECT_WITHIN = Property.of(
            "cassandra.reconnectwithin",
            Format.duration(),
            Duration.ofSeconds(10),
            "how long an operation waits for a node");
    public static final Property<Integer> RETRIES =
            Property.of("cassandra.retries", Format.small(0, 1_000_000), 10, "how often a conflict is tried again");
    public static final Property<Integer> PAGE_SIZE =
            Property.of("cassandra.pagesize", Format.small(1, 1_000_000), 5_000, "rows a scan fetches at once");
    public static final Property<Boolean> TLS = Property.flag("cassandra.useSSL", false, "connections are encrypted");
    public static final Property<String> AUTHORITIES = Property.text(
            "cassandra.ssl.ca", "", "PEM file of those who may vouch for a node; unset: those of the JVM");
    public static final Property<Boolean> TRACING =
            Property.flag("cassandra.tracing", false, "the server traces each request, which costs it much");
    public static final Property<Boolean> DEBUG =
            Property.flag("debug", false, "accepted; the statements stand in the documentation");
    public static final Property<String> REPLICATION = Property.text(
            "cassandra.replication",
            "",
            "copies in each data centre, 3 or dc1:3,dc2:2, of a keyspace that is made; unset: 3, or as many as nodes");
    public static final Property<Integer> TTL = Property.of(
            "cassandra.table.ttl", Format.small(0, 630_720_000), 0, "seconds after which rows vanish; 0: never");
    public static final Property<Boolean> TRANSACTIONS =
            Property.flag("cassandra.table.transactions", false, "YugabyteDB: the table can take part in transactions");
    public static final Property<Integer> TABLETS = Property.of(
            "cassandra.table.tablets",
            Format.small(0, 100_000),
            0,
            "YugabyteDB: parts the table begins with; 0: the server's choice");
    public static final Property<String> TABLE_OPTIONS =
            Property.text("cassandra.table.options", "", "more options of the table, in CQL, as after WITH");

    static final List<Property<?>> ALL = List.of(
            HOSTS,
            PORT,
            KEYSPACE,
            USER,
            PASSWORD,
            LOCAL_DATACENTER,
            READ_LEVEL,
            WRITE_LEVEL,
            SERIAL_LEVEL,
            LIGHTWEIGHT,
            CORE_CONNECTIONS,
            MOST_CONNECTIONS,
            REQUESTS_PER_CONNECTION,
            CONNECT_TIMEOUT,
            REQUEST_TIMEOUT,
            DDL_TIMEOUT,
            RECONNECT_WITHIN,
            RETRIES,
            PAGE_SIZE,
            TLS,
            AUTHORITIES,
            TRACING,
            DEBUG,
            REPLICATION,
            TTL,
            TRANSACTIONS,
            TABLETS,
            TABLE_OPTIONS);

    private CqlProperties() {}

    private static Property<Integer> connections(String name, String about) {
        return new Property<>(name, Format.small(1, 1_000), 1, Property.Kind.DERIVED, about);
    }
}
