package squall.adversity.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.host.Deadline;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;
import squall.spi.Target;
import squall.testbed.EmbeddedPostgres;

@Tag("server")
class SqlWorkServerTest {
    private static final Path STATE = Path.of(
            System.getProperty("java.io.tmpdir"),
            "squall-work-" + ProcessHandle.current().pid());
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static EmbeddedPostgres server;
    private static Target target;

    /** One server as a cluster. */
    private record Alone(Target target) implements Cluster {
        @Override
        public List<Node> nodes() {
            return List.of(new Node("n1", "127.0.0.1", 5432, "zone1", "region1"));
        }

        @Override
        public State state(Node node) {
            return State.UP;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = new EmbeddedPostgres(StateFolder.at(STATE), "work");
        target = server.up().target();
    }

    @AfterAll
    static void end() throws Exception {
        server.reset();
        Folders.delete(STATE);
    }

    @BeforeEach
    void tables() throws Exception {
        execute("DROP TABLE IF EXISTS small, large");
        execute("CREATE TABLE small (id int PRIMARY KEY)");
        execute("CREATE TABLE large AS SELECT n AS id, 'text ' || n AS words FROM generate_series(1, 20000) n");
    }

    @Test
    void an_index_is_made_on_the_largest_table_and_taken_away_when_healed() throws Exception {
        Begun begun = begin("createIndex", Map.of());
        assertThat(begun.scene().facts()).isEqualTo(Map.of("table", "large", "columns", "words"));
        assertThat(Deadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(Effect.seen("index adv_a1_f1 is there and valid"));
        healed(begun, "SELECT count(*) FROM pg_class WHERE relname = 'adv_a1_f1'");
    }

    @Test
    void an_index_that_cannot_be_built_is_a_failure_and_leaves_nothing() throws Exception {
        Begun begun = begin("createIndex", Map.of("table", "large", "columns", "(1 / (id - 7))"));
        assertThatIOException()
                .isThrownBy(() -> Deadline.in(SOON).await(begun.fault()::done))
                .withMessageContaining("division by zero");
        assertThat(begun.fault().effect()).isEqualTo(Effect.seen("index adv_a1_f1 is being built")); // the invalid rest
        healed(begun, "SELECT count(*) FROM pg_class WHERE relname = 'adv_a1_f1'");
    }

    @Test
    void a_column_comes_and_goes() throws Exception {
        Begun begun = begin("addColumn", Map.of("table", "small"));
        assertThat(Deadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(Effect.seen("small has the column adv_a1_f1"));
        healed(begun, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'adv_a1_f1'");
    }

    @Test
    void a_statement_that_waits_for_a_lock_is_ended_by_whoever_heals() throws Exception {
        try (var holder = DriverManager.getConnection(target.url(), target.user(), target.password())) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE small IN ACCESS SHARE MODE");
            Begun begun = begin("addColumn", Map.of("table", "small"));
            assertThat(Deadline.in(SOON).await(() -> begun.fault().effect().present()))
                    .isTrue();
            assertThat(begun.fault().done()).isFalse();
            anew(begun).heal();
            assertThat(begun.fault().effect().present()).isFalse();
            assertThatIOException().isThrownBy(begun.fault()::done).withMessageContaining("terminating connection");
        }
    }

    @Test
    void a_backup_reads_every_row_of_every_table() throws Exception {
        Begun begun = begin("backup", Map.of());
        assertThat(Deadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(Effect.seen("20000 rows read by adv_a1_f1"));
        healed(begun, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'adv_a1_f1'");
    }

    @Test
    void a_change_feed_without_logical_log_is_refused_before_anything_is_made() {
        assertThatIOException()
                .isThrownBy(() -> begin("changefeed", Map.of()))
                .withMessageContaining("a change feed wants wal_level = logical, which is");
    }

    private record Begun(Fault.Work fault, Scene scene, FaultProvider provider, Options options) {}

    private static Begun begin(String kind, Map<String, String> options) throws IOException, InterruptedException {
        FaultProvider provider = ServiceLoader.load(FaultProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.kind().equals(kind))
                .findFirst()
                .orElseThrow();
        Options given = new Options(kind, options);
        Cluster cluster = new Alone(target);
        assertThat(provider.refusal(cluster, given)).isEmpty();
        Scene before = new Scene("adv_a1_f1", cluster, List.of(), Map.of());
        Scene scene = new Scene(
                "adv_a1_f1", cluster, List.of(), provider.fault(before, given).facts());
        Fault.Work fault = (Fault.Work) provider.fault(scene, given);
        fault.inject(LONG);
        return new Begun(fault, scene, provider, given);
    }

    /** As another process would make it, from the journal. */
    private static Fault anew(Begun begun) {
        return begun.provider().fault(begun.scene(), begun.options());
    }

    private static void healed(Begun begun, String residue) throws Exception {
        Fault other = anew(begun);
        other.heal();
        other.heal();
        assertThat(other.effect().present()).isFalse();
        assertThat(one(residue)).isEqualTo("0");
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(target.url(), target.user(), target.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String one(String query) throws SQLException {
        try (var connection = DriverManager.getConnection(target.url(), target.user(), target.password());
                var rows = connection.createStatement().executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
