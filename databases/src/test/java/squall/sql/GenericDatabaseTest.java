package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.spi.DatabaseInfo;
import squall.sql.bulk.BulkInsert;
import squall.sql.driver.SqlSettings;

/** Test of a database of an unknown make, whose driver can do little. */
class GenericDatabaseTest {
    private static final String URL = "jdbc:unknown://h1,h2/d";

    private final Driver driver = fake(Driver.class, (proxy, method, arguments) -> switch (method.getName()) {
        case "acceptsURL" -> URL.equals(arguments[0]);
        case "connect" -> URL.equals(arguments[0]) ? fake(Connection.class, this::connection) : null;
        default -> plain(proxy, method.getName());
    });

    private boolean transactions = true;

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(driver);
    }

    @AfterEach
    void deregister() throws SQLException {
        DriverManager.deregisterDriver(driver);
    }

    @Test
    void it_is_described_by_its_driver() throws IOException, InterruptedException {
        assertThat(SqlDatabase.connect(isolated("")).describe())
                .isEqualTo(new DatabaseInfo(
                        "UnknownDB", "1.2", List.of(URL), Map.of("isolation", "read committed", "autocommit", "true")));
    }

    @Test
    void a_database_without_transactions_has_no_isolation_whatever_level_its_driver_shows() throws Exception {
        transactions = false;
        assertThat(SqlDatabase.connect(isolated("")).describe().settings())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "isolation",
                        "none",
                        "transactions",
                        "none: the driver says supportsTransactions() = false",
                        "autocommit",
                        "true"));
    }

    @Test
    void what_needs_transactions_is_refused_where_there_are_none() throws Exception {
        transactions = false;
        SqlDatabase database = SqlDatabase.connect(isolated(""));
        assertThat(database.transactions()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> database.requireTransactions("SqlBankTransfers"))
                .withMessage(
                        "SqlBankTransfers needs transactions, and UnknownDB at " + URL + " has none: its driver says"
                                + " supportsTransactions() = false. Use a database that has them.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlDatabase.connect(isolated("repeatable-read")))
                .withMessageStartingWith("isolation repeatable-read needs transactions, and UnknownDB");
    }

    @Test
    void a_password_that_a_driver_repeats_is_not_printed() throws SQLException {
        Driver talkative = fake(Driver.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "acceptsURL" -> String.valueOf(arguments[0]).startsWith("jdbc:talkative:");
            case "connect" -> {
                if (String.valueOf(arguments[0]).startsWith("jdbc:talkative:")) {
                    throw new SQLException("login with hunter2 to " + arguments[0] + " was refused", "28000");
                }
                yield null;
            }
            default -> plain(proxy, method.getName());
        });
        DriverManager.registerDriver(talkative);
        try {
            assertThatIOException()
                    .isThrownBy(
                            () -> SqlDatabase.connect(SqlSettings.of("jdbc:talkative:app/secret1@h", "app", "hunter2")))
                    .satisfies(e -> {
                        StringWriter all = new StringWriter();
                        e.printStackTrace(new PrintWriter(all));
                        assertThat(all.toString())
                                .doesNotContain("hunter2", "secret1")
                                .contains("28000: login with ***");
                    });
        } finally {
            DriverManager.deregisterDriver(talkative);
        }
    }

    @Test
    void an_address_that_no_driver_takes_is_a_mistake_of_the_caller() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlDatabase.connect(SqlSettings.of("jdbc:nobody://h/d?password=secret", "u", "")))
                .withMessage(
                        "no JDBC driver on the class path accepts the address jdbc:nobody://h/d?password=***: check its"
                                + " spelling, or add the driver's jar to the class path");
    }

    @Test
    void another_isolation_than_asked_for_is_an_error() {
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(isolated("serializable")))
                .withMessage(
                        "database " + URL + " cannot be used: " + URL + ": isolation: " + URL
                                + " runs transactions as 'read committed', but 'serializable' was requested; request the former, or configure the server");
    }

    @Test
    void copy_is_refused_before_anything_is_sent() throws IOException, InterruptedException {
        SqlDatabase database = SqlDatabase.connect(isolated(""));
        KeyValueTable table = new KeyValueTable("t", "k", List.of("v"), KeyValueTable.Sharding.DEFAULT);
        assertThat(database.copies()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BulkInsert(database, table, BulkInsert.Mode.COPY, 0).close())
                .withMessage(
                        "rows cannot be loaded with COPY: it needs a server with PostgreSQL's protocol and its driver"
                                + " (jdbc:postgresql:), but the server is generic; load in batches");
    }

    @Test
    void an_unknown_level_is_refused_before_connecting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> isolated("serialisable"))
                .withMessage("isolation must be read-committed, repeatable-read or serializable, not 'serialisable'");
    }

    private static SqlSettings isolated(String isolation) {
        return new SqlSettings(
                URL,
                "",
                "",
                isolation,
                true,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                0,
                0,
                Map.of());
    }

    private @Nullable Object connection(Object proxy, java.lang.reflect.Method method, Object @Nullable [] arguments)
            throws SQLException {
        return switch (method.getName()) {
            case "createStatement" ->
                fake(Statement.class, (p, m, a) -> {
                    if (m.getName().equals("executeQuery")) {
                        throw new SQLException("no such function: version", "42000");
                    }
                    return null;
                });
            case "getMetaData" ->
                fake(DatabaseMetaData.class, (p, m, a) -> switch (m.getName()) {
                    case "getDatabaseProductName" -> "UnknownDB";
                    case "getTypeInfo" ->
                        fake(ResultSet.class, (r, n, b) -> n.getName().equals("next") ? false : null);
                    case "supportsTransactions" -> transactions;
                    case "supportsTransactionIsolationLevel" -> true;
                    default -> "1.2";
                });
            case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
            case "isClosed", "isWrapperFor" -> false;
            case "setNetworkTimeout" -> throw new SQLFeatureNotSupportedException("no limits");
            default -> plain(proxy, method.getName());
        };
    }

    private static @Nullable Object plain(Object proxy, String method) {
        return method.equals("hashCode") ? System.identityHashCode(proxy) : null;
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
