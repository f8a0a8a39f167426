package squall.sql.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.fixture.TestPostgres;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.sql.metrics.SqlInstruments.PostgresServers;

/** Test of the readings that PostgreSQL gives of its own work. */
@Tag("server")
@Timeout(300)
class PostgresInstrumentsServerTest {
    private static TestPostgres postgres;
    private static SqlDatabase database;
    private static String node;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        postgres = new TestPostgres("watch", 2);
        Target target = postgres.target();
        database = SqlDatabase.connect(SqlSettings.of(target.url(), target.user(), target.password()));
        node = database.endpoints().getFirst();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        postgres.remove();
    }

    @Test
    void what_statements_do_is_seen_in_the_counters() throws Exception {
        try (Instrument views = new StatisticsViews(database, node, List.of())) {
            Map<ServerMetric, Double> before = read(views);
            write();
            Map<ServerMetric, Double> after = read(views);
            while (of(after, ServerMetric.ROWS_WRITTEN) < of(before, ServerMetric.ROWS_WRITTEN) + 1_000) {
                after = read(views); // a session hands in its counts up to a second after it did something
            }
            assertThat(after.get(ServerMetric.COMMITS)).isGreaterThan(of(before, ServerMetric.COMMITS));
            assertThat(after.get(ServerMetric.LOG_BYTES)).isGreaterThan(of(before, ServerMetric.LOG_BYTES) + 10_000);
            assertThat(after.keySet())
                    .containsAll(Set.of(
                            ServerMetric.CONNECTIONS,
                            ServerMetric.LOCK_WAITS,
                            ServerMetric.CACHE_HITS,
                            ServerMetric.CHECKPOINTS,
                            ServerMetric.CHECKPOINT_SECONDS,
                            ServerMetric.DEADLOCKS));
        }
    }

    @Test
    void two_databases_of_one_server_are_read_once_and_added_up() throws Exception {
        database.administer("making another database", connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("CREATE DATABASE beside");
            }
        });
        Target target = postgres.target();
        String url = target.url().replaceFirst("127\\.0\\.0\\.1", "localhost").replaceFirst("/[^/]+$", "/beside");
        SqlDatabase beside = SqlDatabase.connect(SqlSettings.of(url, target.user(), target.password()));

        List<Instrument> instruments = SqlInstruments.of(List.of(database, beside), List.of());

        assertThat(instruments)
                .extracting(Instrument::source)
                .filteredOn(source -> source.startsWith("statistics views"))
                .containsExactly("statistics views of " + node);
        assertThat(PostgresServers.of(List.of(database, beside)))
                .singleElement()
                .satisfies(server -> assertThat(server.names()).hasSize(2).contains("beside"));
        try (Instrument views = instruments.getFirst()) {
            assertThat(read(views)).containsKey(ServerMetric.COMMITS);
        }
    }

    @Test
    void each_tablespace_tells_its_bytes_as_a_folder() throws Exception {
        try (Instrument tablespaces = new StatisticsViews(database, node, List.of())) {
            double before = bytes(tablespaces, "data2");
            database.administer("filling a tablespace", connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("CREATE TABLE placed TABLESPACE data2 AS"
                            + " SELECT repeat('x', 1000) AS x FROM generate_series(1, 2000)");
                }
            });
            assertThat(bytes(tablespaces, "data2")).isGreaterThan(before + 2_000_000);
            assertThat(bytes(tablespaces, "data1")).isLessThan(1_000_000);
            assertThat(tablespaces.read())
                    .filteredOn(reading -> reading.metric().ofFolder())
                    .extracting(InstrumentReading::node)
                    .containsExactly(node + " data1", node + " data2");
        }
    }

    private static double bytes(Instrument tablespaces, String name) throws IOException, InterruptedException {
        return tablespaces.read().stream()
                .filter(reading -> reading.metric() == ServerMetric.FOLDER_BYTES
                        && reading.node().equals(node + " " + name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void what_this_server_does_not_tell_is_absent_with_its_reason() throws Exception {
        try (Instrument views = new StatisticsViews(database, node, List.of())) {
            assertThat(read(views)).doesNotContainKeys(ServerMetric.QUERIES, ServerMetric.REPLICATION_LAG_BYTES);
            assertThat(views.absent().get(ServerMetric.QUERIES))
                    .contains("pg_stat_statements")
                    .contains("(42");
            assertThat(views.absent())
                    .containsEntry(ServerMetric.QUERY_BUCKET, "PostgreSQL keeps no histogram of its statements");
        }
    }

    @Test
    void a_server_on_this_machine_tells_processor_and_disk() throws Exception {
        Instrument host = SqlInstruments.of(database, List.of()).getLast();
        try (host) {
            Map<ServerMetric, Double> first = read(host);
            assertThat(first.get(ServerMetric.CPU_SECONDS)).isZero();
            assertThat(first.get(ServerMetric.DISK_BYTES)).isGreaterThan(10_000_000);
            assertThat(host.absent()).isEmpty();
        }
    }

    @Test
    void a_server_that_was_gone_is_found_again() throws Exception {
        try (Instrument views = new StatisticsViews(database, node, List.of())) {
            read(views);
            postgres.server().stopImmediate();
            assertThatThrownBy(views::read).isInstanceOf(IOException.class).hasMessageStartingWith(node + ": ");
            postgres.up();
            assertThat(read(views)).containsKey(ServerMetric.COMMITS);
        }
    }

    @Test
    void pages_are_refused_where_there_are_none() {
        assertThatThrownBy(() -> SqlInstruments.of(database, List.of(URI.create("http://a:1/x"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("PostgreSQL has no Prometheus page");
    }

    private static Map<ServerMetric, Double> read(Instrument instrument) throws IOException, InterruptedException {
        Map<ServerMetric, Double> read = new EnumMap<>(ServerMetric.class);
        for (InstrumentReading reading : instrument.read()) {
            assertThat(reading.node()).startsWith(node);
            read.put(reading.metric(), reading.value());
        }
        return read;
    }

    private static void write() throws Exception {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS written (n int)");
            statement.execute("INSERT INTO written SELECT generate_series(1, 1000)");
        }
    }

    private static double of(Map<ServerMetric, Double> readings, ServerMetric metric) {
        return requireNonNull(readings.get(metric));
    }
}
