package squall.ycsb;

import java.time.Duration;

/** Catalog of the properties of the jdbc binding: upstream's names and defaults, and Squall's additions. */
public final class JdbcProperties {
    /** Every property that begins so is handed to the driver without it. */
    public static final String DRIVER_PREFIX = "db.property.";

    public static final PropertyDefinition<String> DRIVER =
            PropertyDefinition.text("db.driver", "", "driver class; unset: the address selects it");
    public static final PropertyDefinition<String> URL = PropertyDefinition.text(
            "db.url", "", "JDBC URL; several URLs separated by ; are shards by key; unset: the embedded PostgreSQL");
    public static final PropertyDefinition<String> USER = PropertyDefinition.text("db.user", "", "user name");
    public static final PropertyDefinition<String> PASSWORD =
            PropertyDefinition.secret("db.passwd", "password, or env:NAME, or file:PATH, or prompt:");
    public static final PropertyDefinition<Long> BATCH_SIZE =
            PropertyDefinition.of("db.batchsize", PropertyFormat.whole(-1), -1L, "rows per batch; -1: Squall's choice");
    public static final PropertyDefinition<Boolean> BATCH_UPDATES =
            PropertyDefinition.flag("jdbc.batchupdateapi", false, "inserts use JDBC batches; needs db.batchsize");
    public static final PropertyDefinition<Boolean> AUTOCOMMIT = PropertyDefinition.flag(
            "jdbc.autocommit", true, "each statement commits by itself; false: each runs in an explicit transaction");
    public static final PropertyDefinition<Integer> FETCH_SIZE = PropertyDefinition.small(
            "jdbc.fetchsize", -1, Integer.MAX_VALUE, -1, "rows a scan fetches at once; -1: all");
    public static final PropertyDefinition<String> ISOLATION = PropertyDefinition.oneOf(
            "db.isolation",
            "isolation level; unset: the server's default",
            "",
            "read-committed",
            "repeatable-read",
            "serializable");
    public static final PropertyDefinition<Duration> CONNECT_TIMEOUT = PropertyDefinition.of(
            "db.connecttimeout",
            PropertyFormat.positiveDuration(),
            Duration.ofSeconds(5),
            "timeout for connecting to a host");
    public static final PropertyDefinition<Duration> STATEMENT_TIMEOUT = PropertyDefinition.duration(
            "db.statementtimeout", Duration.ofSeconds(30), "statement timeout on the server");
    public static final PropertyDefinition<Duration> SOCKET_TIMEOUT = PropertyDefinition.of(
            "db.sockettimeout",
            PropertyFormat.positiveDuration(),
            Duration.ofSeconds(40),
            "timeout of a response, after which the connection is closed");
    public static final PropertyDefinition<Duration> RECONNECT_WITHIN = PropertyDefinition.duration(
            "db.reconnectwithin", Duration.ofSeconds(10), "time an operation waits for a connection");
    public static final PropertyDefinition<Integer> RETRIES =
            PropertyDefinition.small("db.retries", 0, 1_000_000, 10, "retries of a serialization failure or deadlock");
    public static final PropertyDefinition<String> SHARDING = PropertyDefinition.oneOf(
            "db.sharding",
            "sharding of a table that a load creates: over nodes, on PostgreSQL in partitions",
            "default",
            "range",
            "hash");
    public static final PropertyDefinition<Integer> SHARDING_PIECES = PropertyDefinition.small(
            "db.sharding.pieces",
            0,
            100_000,
            0,
            "initial splits, tablets or partitions; 0: the server's default, on PostgreSQL 8");
    public static final PropertyDefinition<String> SHARDING_TABLESPACES = PropertyDefinition.text(
            "db.sharding.tablespaces",
            "",
            "PostgreSQL: tablespaces that partitions are put in, in turn, separated by commas; empty: the database's own");

    private JdbcProperties() {}
}
