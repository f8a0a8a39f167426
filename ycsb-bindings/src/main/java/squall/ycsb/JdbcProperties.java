package squall.ycsb;

import java.time.Duration;
import java.util.List;

/** What the jdbc binding reads: upstream's names and defaults, and Squall's additions. */
public final class JdbcProperties {
    /** Every property that begins so is handed to the driver without it. */
    public static final String DRIVER_PREFIX = "db.property.";

    public static final Property<String> DRIVER =
            Property.text("db.driver", "", "driver class; unset: the address selects it");
    public static final Property<String> URL = Property.text(
            "db.url",
            "",
            "JDBC address; several, each from its jdbc: on and separated by ;, are shards by key; unset: the embedded PostgreSQL");
    public static final Property<String> USER = Property.text("db.user", "", "user name");
    public static final Property<String> PASSWORD = Property.secret("db.passwd", "password, or env:NAME, or file:PATH");
    public static final Property<Long> BATCH_SIZE =
            Property.of("db.batchsize", Format.whole(-1), -1L, "rows that are sent together; -1: Squall's choice");
    public static final Property<Boolean> BATCH_UPDATES =
            Property.flag("jdbc.batchupdateapi", false, "inserts go in JDBC batches; needs db.batchsize");
    public static final Property<Boolean> AUTOCOMMIT = Property.flag(
            "jdbc.autocommit", true, "statements commit themselves; false: each is a transaction of its own");
    public static final Property<Integer> FETCH_SIZE = Property.of(
            "jdbc.fetchsize", Format.small(-1, Integer.MAX_VALUE), -1, "rows a scan fetches at once; -1: all");
    public static final Property<String> ISOLATION = Property.of(
            "db.isolation",
            Format.oneOf("", "read-committed", "repeatable-read", "serializable"),
            "",
            "isolation level; unset: the server's default");
    public static final Property<Duration> CONNECT_TIMEOUT = Property.of(
            "db.connecttimeout", Format.positiveDuration(), Duration.ofSeconds(5), "limit of a connect, each host");
    public static final Property<Duration> STATEMENT_TIMEOUT = Property.of(
            "db.statementtimeout", Format.duration(), Duration.ofSeconds(30), "limit of a statement, on the server");
    public static final Property<Duration> SOCKET_TIMEOUT = Property.of(
            "db.sockettimeout",
            Format.positiveDuration(),
            Duration.ofSeconds(40),
            "limit of an answer, then the connection ends");
    public static final Property<Duration> RECONNECT_WITHIN = Property.of(
            "db.reconnectwithin",
            Format.duration(),
            Duration.ofSeconds(10),
            "how long an operation waits for a connection");
    public static final Property<Integer> RETRIES = Property.of(
            "db.retries",
            Format.small(0, 1_000_000),
            10,
            "how often a serialization failure or deadlock is tried again");
    public static final Property<String> SHARDING = Property.of(
            "db.sharding",
            Format.oneOf("default", "range", "hash"),
            "default",
            "how the table that a load makes is spread: over nodes, on PostgreSQL in partitions");
    public static final Property<Integer> SHARDING_PIECES = Property.of(
            "db.sharding.pieces",
            Format.small(0, 100_000),
            0,
            "splits, tablets or partitions to begin with; 0: the server's default, on PostgreSQL 8");

    static final List<Property<?>> ALL = List.of(
            DRIVER,
            URL,
            USER,
            PASSWORD,
            BATCH_SIZE,
            BATCH_UPDATES,
            AUTOCOMMIT,
            FETCH_SIZE,
            ISOLATION,
            CONNECT_TIMEOUT,
            STATEMENT_TIMEOUT,
            SOCKET_TIMEOUT,
            RECONNECT_WITHIN,
            RETRIES,
            SHARDING,
            SHARDING_PIECES);

    private JdbcProperties() {}
}
