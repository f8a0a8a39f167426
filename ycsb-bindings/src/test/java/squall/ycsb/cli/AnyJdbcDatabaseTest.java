package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;

/** Test of databases that Squall has no statements for: load, run and checks by standard SQL and by what their drivers report. */
class AnyJdbcDatabaseTest {
    private static final String ROWS = " -p recordcount=200 -p operationcount=300 -threads 2";

    @TempDir
    Path folder;

    /** Moves Derby's log out of the working folder, which is its default. */
    @BeforeAll
    static void placeLogOfDerby() {
        System.setProperty("derby.stream.error.file", "target/derby.log");
    }

    /** Database from Maven Central that runs within this process. */
    enum Product {
        H2("jdbc:h2:", ""),
        HSQLDB("jdbc:hsqldb:file:", ""),
        DERBY("jdbc:derby:", ";create=true"),
        SQLITE("jdbc:sqlite:", "");

        private final String before;
        private final String after;

        Product(String before, String after) {
            this.before = before;
            this.after = after;
        }

        String url(Path folder) {
            return before + folder.resolve("data") + after;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_load_into_an_empty_database_makes_the_table_and_a_run_measures_it(Product product) {
        assertOk(ycsb(product, "load jdbc -P workloada" + ROWS));
        assertOk(ycsb(product, "run jdbc -P workloada" + ROWS));
        assertOk(ycsb(product, "run jdbc -P workloade" + ROWS));
        assertOk(ycsb(product, "run jdbc -P workloadf" + ROWS));
    }

    @ParameterizedTest
    @EnumSource
    void rows_of_an_earlier_load_are_treated_as_asked(Product product) throws SQLException {
        String load = "load jdbc -P workloadc" + ROWS;
        assertOk(ycsb(product, load));
        assertThat(ycsb(product, load).err()).contains("table usertable already has rows; choose what to do with them");
        assertOk(ycsb(product, load + " --existing=truncate"));
        assertOk(ycsb(product, load + " --existing=append -p recordcount=250"));
        assertThat(count(product)).isEqualTo(250);
        assertOk(ycsb(product, load + " --existing=drop"));
        assertThat(count(product)).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void a_table_with_other_columns_is_refused(Product product) throws SQLException {
        try (Connection connection = DriverManager.getConnection(product.url(folder));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE usertable (id integer)");
        }
        for (String command : List.of("load", "run")) {
            Ended refused = ycsb(product, command + " jdbc -P workloada -p fieldcount=1");
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).contains("table usertable exists, but has no column YCSB_KEY, field0");
        }
        assertOk(ycsb(product, "load jdbc -P workloada -p fieldcount=1 --existing=drop"));
    }

    /** Covers an old error: the table was emptied, and then every insert failed. */
    @ParameterizedTest
    @EnumSource
    void a_table_with_a_mandatory_column_of_its_own_is_refused_and_keeps_its_rows(Product product) throws SQLException {
        try (Connection connection = DriverManager.getConnection(product.url(folder));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE usertable (YCSB_KEY varchar(255) NOT NULL PRIMARY KEY, field0 varchar(100),"
                    + " tenant varchar(9) NOT NULL, tier integer DEFAULT 1 NOT NULL, note varchar(9))");
            statement.execute("INSERT INTO usertable (YCSB_KEY, tenant) VALUES ('c1', 'Ada')");
        }
        Ended refused = ycsb(product, "load jdbc -P workloada -p fieldcount=1 --existing=truncate");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("table usertable exists, but requires a value for column tenant: load it");
        assertThat(count(product)).isEqualTo(1);
    }

    /** Covers an old error: the clients were refused after one of them had made the table. */
    @ParameterizedTest
    @ValueSource(strings = {"", " --workload upstream"})
    void clients_that_cannot_sign_in_are_refused_before_the_table_is_made(String workload) throws SQLException {
        Ended refused =
                ycsb(Product.H2, "load jdbc -P workloada" + ROWS + workload + " --clients 2 --client 0 --client-run x");
        assertThat(refused.err())
                .contains("error: --client-run: clients cannot sign in to this database; start them with --start-at");
        assertThat(refused.code()).isEqualTo(2);
        try (Connection connection = DriverManager.getConnection(Product.H2.url(folder));
                ResultSet tables =
                        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            assertThat(names(tables)).doesNotContain("usertable");
        }
    }

    private static List<String> names(ResultSet tables) throws SQLException {
        List<String> names = new ArrayList<>();
        while (tables.next()) {
            names.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static void assertOk(Ended ended) {
        assertThat(ended.codeIfNotBusy()).as(ended.err()).isZero();
    }

    private Ended ycsb(Product product, String line) {
        return new Ycsb(new ArrayList<>(List.of("-p", "db.url=" + product.url(folder))), folder).run(line);
    }

    private long count(Product product) throws SQLException {
        try (Connection connection = DriverManager.getConnection(product.url(folder));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM usertable")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
