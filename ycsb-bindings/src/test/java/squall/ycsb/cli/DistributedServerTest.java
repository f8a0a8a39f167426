package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.containers.GenericContainer;
import squall.cli.TestCommand.Ended;
import squall.ycsb.workload.CoreSettings.KeyNames;

/** Test of the differences from PostgreSQL on the databases that speak its protocol: DDL, loading, refusals, isolation. */
@Tag("server")
@Tag("extended")
@Tag("docker")
class DistributedServerTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void a_table_is_made_loaded_refused_a_duplicate_and_run_on(DistributedDatabase product) throws Exception {
        Docker.require(product.toString());
        try (GenericContainer<?> container = product.container()) {
            container.start();
            String url = product.url(container);
            Ycsb ycsb = new Ycsb(List.of("-p", "db.url=" + url, "-p", "db.user=" + product.user()), folder);
            loads(ycsb, url, product);
            refusesADuplicate(ycsb, url, product);
            runs(ycsb);
        }
    }

    private static void loads(Ycsb ycsb, String url, DistributedDatabase product) throws SQLException {
        for (String mode : List.of("copy", "batch", "insert")) {
            for (String sharding : List.of("hash", "range")) {
                String table = mode + "_" + sharding;
                Ended loaded = ycsb.run("load jdbc -P workloada -p recordcount=500 -p load.mode=" + mode
                        + " -p db.sharding=" + sharding + " -p db.sharding.pieces=4 -p table=" + table);
                assertThat(loaded.code())
                        .as(product + " " + table + "\n" + loaded.err())
                        .isZero();
                assertThat(loaded.value("INSERT", "Return=OK")).contains("500");
                assertThat(ask(url, product, "SELECT count(*) FROM " + table)).isEqualTo("500");
            }
        }
    }

    private static void refusesADuplicate(Ycsb ycsb, String url, DistributedDatabase product) throws SQLException {
        for (String mode : List.of("copy", "batch", "insert")) {
            String table = "duplicate_" + mode;
            assertThat(ycsb.run("load jdbc -P workloada -p recordcount=1 -p table=" + table)
                            .code())
                    .isZero();
            tell(url, product, "UPDATE " + table + " SET YCSB_KEY = '" + new KeyNames(true, 1).of(1_400) + "'");
            Ended loaded = ycsb.run("load jdbc -P workloada -p recordcount=1501 -p insertstart=1 -p load.mode=" + mode
                    + " -p table=" + table);
            assertThat(loaded.code()).as(loaded.err()).isEqualTo(3);
            assertThat(loaded.value("INSERT", "Return=OK")).contains("1499");
            assertThat(loaded.value("ERRORS", "INSERT 23505")).contains("1");
            assertThat(ask(url, product, "SELECT count(*) FROM " + table)).isEqualTo("1500");
        }
    }

    private void runs(Ycsb ycsb) throws IOException {
        Ended run = ycsb.run("run jdbc -P workloada -p operationcount=500 -threads 4 -p table=batch_hash"
                + " -p db.isolation=serializable");
        assertThat(run.code()).as(run.err()).isZero();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> manifests = files.filter(file -> file.endsWith("manifest.json"))
                    .sorted()
                    .toList();
            assertThat(Files.readString(manifests.getLast())).contains("\"isolation\" : \"serializable\"");
        }
    }

    private static String ask(String url, DistributedDatabase product, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, product.user(), "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void tell(String url, DistributedDatabase product, String command) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, product.user(), "");
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
