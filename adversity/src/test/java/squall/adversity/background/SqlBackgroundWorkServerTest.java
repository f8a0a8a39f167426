package squall.adversity.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.adversity.PlainCluster;
import squall.fixture.TestPostgres;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.system.PollDeadline;

@Tag("server")
class SqlBackgroundWorkServerTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(1);

    private static TestPostgres server;

    @BeforeAll
    static void start() throws Exception {
        server = new TestPostgres("work");
    }

    @AfterAll
    static void end() throws Exception {
        server.remove();
    }

    @BeforeEach
    void tables() throws Exception {
        server.tell("DROP TABLE IF EXISTS small, large, parted");
        server.tell("CREATE TABLE small (id int PRIMARY KEY)");
        server.tell("CREATE TABLE large AS SELECT n AS id, 'text ' || n AS words FROM generate_series(1, 20000) n");
    }

    @Test
    void an_index_is_made_on_the_largest_table_and_taken_away_when_healed() throws Exception {
        Begun begun = begin("createIndex", Map.of());
        assertThat(begun.context().facts()).isEqualTo(Map.of("table", "large", "columns", "words"));
        assertThat(PollDeadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(FaultEffect.seen("index adv_a1_f1 exists and is valid"));
        healed(begun, "SELECT count(*) FROM pg_class WHERE relname = 'adv_a1_f1'");
    }

    /** Covers an old error: it chose the largest partition, 'cannot add column to a partition', and a backup read every row twice. */
    @Test
    void a_table_in_partitions_is_one_table() throws Exception {
        server.tell("CREATE TABLE parted (id int, words text) PARTITION BY HASH (id)");
        for (int part = 0; part < 3; part++) {
            server.tell("CREATE TABLE parted_" + part + " PARTITION OF parted FOR VALUES WITH (MODULUS 3, REMAINDER "
                    + part + ")");
        }
        server.tell("INSERT INTO parted SELECT n, 'text ' || n FROM generate_series(1, 90000) n");
        Begun column = begin("addColumn", Map.of());
        assertThat(column.context().facts()).isEqualTo(Map.of("table", "parted"));
        assertThat(PollDeadline.in(SOON).await(column.fault()::done)).isTrue();
        healed(column, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'adv_a1_f1'");
        Begun backup = begin("backup", Map.of());
        assertThat(PollDeadline.in(SOON).await(backup.fault()::done)).isTrue();
        assertThat(backup.fault().effect()).isEqualTo(FaultEffect.seen("110000 rows read by adv_a1_f1"));
        backup.fault().heal();
        Begun index = begin("createIndex", Map.of());
        assertThat(index.context().facts().get("table")).startsWith("parted_");
        assertThat(PollDeadline.in(SOON).await(index.fault()::done)).isTrue();
        healed(index, "SELECT count(*) FROM pg_class WHERE relname = 'adv_a1_f1'");
    }

    @Test
    void an_index_that_cannot_be_built_is_a_failure_and_leaves_nothing() throws Exception {
        Begun begun = begin("createIndex", Map.of("table", "large", "columns", "(1 / (id - 7))"));
        assertThatIOException()
                .isThrownBy(() -> PollDeadline.in(SOON).await(begun.fault()::done))
                .withMessageContaining("division by zero");
        assertThat(begun.fault().effect())
                .isEqualTo(FaultEffect.seen("index adv_a1_f1 is being built")); // the invalid rest
        healed(begun, "SELECT count(*) FROM pg_class WHERE relname = 'adv_a1_f1'");
    }

    @Test
    void a_column_comes_and_goes() throws Exception {
        Begun begun = begin("addColumn", Map.of("table", "small"));
        assertThat(PollDeadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(FaultEffect.seen("small has the column adv_a1_f1"));
        healed(begun, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'adv_a1_f1'");
    }

    @Test
    void a_statement_that_waits_for_a_lock_is_ended_by_healing() throws Exception {
        try (var holder = server.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE small IN ACCESS SHARE MODE");
            Begun begun = begin("addColumn", Map.of("table", "small"));
            assertThat(PollDeadline.in(SOON).await(() -> begun.fault().effect().present()))
                    .isTrue();
            assertThat(begun.fault().done()).isFalse();
            rebuilt(begun).heal();
            assertThat(begun.fault().effect().present()).isFalse();
            assertThatIOException().isThrownBy(begun.fault()::done).withMessageContaining("terminating connection");
        }
    }

    @Test
    void a_backup_reads_every_row_of_every_table() throws Exception {
        Begun begun = begin("backup", Map.of());
        assertThat(PollDeadline.in(SOON).await(begun.fault()::done)).isTrue();
        assertThat(begun.fault().effect()).isEqualTo(FaultEffect.seen("20000 rows read by adv_a1_f1"));
        healed(begun, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'adv_a1_f1'");
    }

    @Test
    void a_change_feed_without_logical_log_is_refused_before_anything_is_made() {
        assertThatIOException()
                .isThrownBy(() -> begin("changefeed", Map.of()))
                .withMessageContaining("a change feed needs wal_level = logical, but the server has");
    }

    private record Begun(Fault.Work fault, FaultContext context, FaultProvider provider, Options options) {}

    private static Begun begin(String kind, Map<String, String> options) throws IOException, InterruptedException {
        FaultProvider provider = ServiceLoader.load(FaultProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.kind().equals(kind))
                .findFirst()
                .orElseThrow();
        Options given = new Options(kind, options);
        Cluster cluster = new PlainCluster(server.target());
        assertThat(provider.refusal(cluster, given)).isEmpty();
        FaultContext before = new FaultContext("adv_a1_f1", cluster, List.of(), Map.of());
        FaultContext context = new FaultContext(
                "adv_a1_f1", cluster, List.of(), provider.fault(before, given).facts());
        Fault.Work fault = (Fault.Work) provider.fault(context, given);
        fault.inject(LONG);
        return new Begun(fault, context, provider, given);
    }

    /** Creates the fault as another process would, from the journal. */
    private static Fault rebuilt(Begun begun) {
        return begun.provider().fault(begun.context(), begun.options());
    }

    private static void healed(Begun begun, String residue) throws Exception {
        Fault other = rebuilt(begun);
        other.heal();
        other.heal();
        assertThat(other.effect().present()).isFalse();
        assertThat(server.ask(residue)).isEqualTo("0");
    }
}
