package squall.ycsb;

import java.time.Duration;
import squall.cli.command.RunOption.ValueFormat;

/** Catalog of the properties of the ycql binding: the names of upstream's Cassandra binding, and Squall's additions. */
public final class CqlProperties {
    /** Every property that begins so is handed to the driver, as an option below {@code datastax-java-driver}. */
    public static final String DRIVER_PREFIX = "cassandra.driver.";

    /** Value of {@link #ORDERED_BY}. */
    public static final String ACCORD = "accord";

    private static final ValueFormat<String> LEVEL = PropertyFormat.oneOf(
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

    public static final PropertyDefinition<String> HOSTS = PropertyDefinition.text(
            "hosts",
            "",
            "contact points: comma-separated HOST or HOST:PORT, or cql://HOST:PORT,...?dc=NAME; unset: Squall's own Cassandra");
    public static final PropertyDefinition<Integer> PORT =
            PropertyDefinition.small("port", 1, 65_535, 9042, "port of hosts given without one");
    public static final PropertyDefinition<String> KEYSPACE = PropertyDefinition.text(
            "cassandra.keyspace", "ycsb", "keyspace of the table; a load creates it if it does not exist");
    public static final PropertyDefinition<String> USER =
            PropertyDefinition.text("cassandra.username", "", "user name");
    public static final PropertyDefinition<String> PASSWORD =
            PropertyDefinition.secret("cassandra.password", "password, or env:NAME, or file:PATH, or prompt:");
    public static final PropertyDefinition<String> LOCAL_DATACENTER =
            PropertyDefinition.text("cassandra.localdc", "", "local data centre; unset: the only one");
    public static final PropertyDefinition<String> READ_LEVEL =
            PropertyDefinition.of("cassandra.readconsistencylevel", LEVEL, "QUORUM", "consistency level of reads");
    public static final PropertyDefinition<String> WRITE_LEVEL =
            PropertyDefinition.of("cassandra.writeconsistencylevel", LEVEL, "QUORUM", "consistency level of writes");
    public static final PropertyDefinition<String> SERIAL_LEVEL = PropertyDefinition.oneOf(
            "cassandra.serialconsistencylevel",
            "serial consistency level of lightweight transactions",
            "SERIAL",
            "LOCAL_SERIAL");
    public static final PropertyDefinition<String> ORDERED_BY = PropertyDefinition.oneOf(
            "cassandra.transactions",
            "accord: Accord orders all reads and writes of the table, which is created for it; Cassandra from 6.0 on",
            "none",
            ACCORD);
    public static final PropertyDefinition<Boolean> LIGHTWEIGHT = PropertyDefinition.flag(
            "cassandra.lwt",
            false,
            "writes are conditional (IF NOT EXISTS, IF EXISTS) and report whether they were applied");
    public static final PropertyDefinition<Integer> CORE_CONNECTIONS = connections(
            "cassandra.coreconnections",
            "connections per node (the larger of the two properties counts); unset: enough for all threads");
    public static final PropertyDefinition<Integer> MOST_CONNECTIONS =
            connections("cassandra.maxconnections", "see cassandra.coreconnections");
    public static final PropertyDefinition<Integer> REQUESTS_PER_CONNECTION = PropertyDefinition.small(
            "cassandra.requestsperconnection", 1, 32_768, 1_024, "maximum requests in flight on one connection");
    public static final PropertyDefinition<Integer> CONNECT_TIMEOUT = PropertyDefinition.small(
            "cassandra.connecttimeoutmillis", 1, 3_600_000, 5_000, "timeout for connecting to a node");
    public static final PropertyDefinition<Integer> REQUEST_TIMEOUT = PropertyDefinition.small(
            "cassandra.readtimeoutmillis",
            1,
            3_600_000,
            12_000,
            "timeout of a request; should exceed the server's own, or the server's timeouts are not seen");
    public static final PropertyDefinition<Duration> DDL_TIMEOUT = PropertyDefinition.duration(
            "cassandra.ddltimeout", Duration.ofSeconds(60), "timeout of schema changes and counts");
    public static final PropertyDefinition<Duration> RECONNECT_WITHIN = PropertyDefinition.duration(
            "cassandra.reconnectwithin", Duration.ofSeconds(10), "time an operation waits for a node");
    public static final PropertyDefinition<Integer> RETRIES =
            PropertyDefinition.small("cassandra.retries", 0, 1_000_000, 10, "retries of a conflict");
    public static final PropertyDefinition<Integer> PAGE_SIZE =
            PropertyDefinition.small("cassandra.pagesize", 1, 1_000_000, 5_000, "rows a scan fetches per page");
    public static final PropertyDefinition<Boolean> TLS =
            PropertyDefinition.flag("cassandra.useSSL", false, "encrypt connections with TLS");
    public static final PropertyDefinition<String> AUTHORITIES = PropertyDefinition.text(
            "cassandra.ssl.ca", "", "PEM file of trusted certificate authorities; unset: those of the JVM");
    public static final PropertyDefinition<String> CLIENT_CERTIFICATE = PropertyDefinition.text(
            "cassandra.ssl.cert",
            "",
            "PEM file of the client's certificate, if nodes want one; with cassandra.ssl.key");
    public static final PropertyDefinition<String> CLIENT_KEY =
            PropertyDefinition.text("cassandra.ssl.key", "", "PEM file of the client's key: PKCS #8, not encrypted");
    public static final PropertyDefinition<Boolean> TRACING =
            PropertyDefinition.flag("cassandra.tracing", false, "the server traces each request, which is expensive");
    public static final PropertyDefinition<Boolean> DEBUG =
            PropertyDefinition.flag("debug", false, "accepted; the documentation lists the statements");
    public static final PropertyDefinition<String> REPLICATION = PropertyDefinition.text(
            "cassandra.replication",
            "",
            "replication factor of a new keyspace, 3 or per data centre dc1:3,dc2:2; unset: 3, or the number of nodes if smaller");
    public static final PropertyDefinition<Integer> TTL = PropertyDefinition.small(
            "cassandra.table.ttl", 0, 630_720_000, 0, "seconds after which rows expire; 0: never");
    public static final PropertyDefinition<Boolean> TRANSACTIONS = PropertyDefinition.flag(
            "cassandra.table.transactions", false, "YugabyteDB: the table can take part in transactions");
    public static final PropertyDefinition<Integer> TABLETS = PropertyDefinition.small(
            "cassandra.table.tablets",
            0,
            100_000,
            0,
            "YugabyteDB: initial tablets of the table; 0: the server's choice");
    public static final PropertyDefinition<String> TABLE_OPTIONS =
            PropertyDefinition.text("cassandra.table.options", "", "more table options in CQL, as after WITH");

    private CqlProperties() {}

    private static PropertyDefinition<Integer> connections(String name, String about) {
        return new PropertyDefinition<>(
                name, PropertyFormat.small(1, 1_000), 1, PropertyDefinition.Kind.DERIVED, about);
    }
}
