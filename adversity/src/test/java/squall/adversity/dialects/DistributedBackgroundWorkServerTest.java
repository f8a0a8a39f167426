package squall.adversity.dialects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.spi.FaultEffect;
import squall.spi.Target;
import squall.system.PollDeadline;

/** Background work on databases that pass for CockroachDB and YugabyteDB: jobs, sessions, sizes, slots. */
@Tag("server")
@Tag("extended")
class DistributedBackgroundWorkServerTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @SuppressWarnings("NullAway.Init") // by start, which each test begins with
    private ImitatedDatabase database;

    private void start(DialectTranslation dialect) throws Exception {
        database = new ImitatedDatabase(dialect);
        database.tell("CREATE TABLE small (id int PRIMARY KEY)");
        database.tell("CREATE TABLE large AS SELECT n AS id, 'text ' || n AS words FROM generate_series(1, 20000) n");
    }

    @AfterEach
    void end() throws Exception {
        database.close();
    }

    @Test
    void a_change_feed_of_cockroachdb_is_a_job_and_healing_cancels_it_by_its_id() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        BackgroundWorkTrial feed = BackgroundWorkTrial.begin(database, "changefeed", Map.of());
        assertThat(feed.context().facts())
                .isEqualTo(Map.of("tables", "public.large, public.small", "rangefeed", "false"));
        assertThat(PollDeadline.in(SOON).await(() -> feed.fault().effect().present()))
                .isTrue();
        await("SELECT job_id FROM imitated.jobs", "1");
        assertThat(feed.fault().effect()).isEqualTo(FaultEffect.seen("job 1 is at work"));
        assertThat(feed.fault().done()).isFalse();
        assertThat(database.ask("SELECT description FROM imitated.jobs"))
                .containsExactly(
                        "CREATE CHANGEFEED FOR TABLE public.large, public.small INTO 'null://adv_a1_f1' WITH resolved = '10s'");
        assertThat(database.ask("SELECT value FROM imitated.setting")).containsExactly("t");

        feed.again().heal();
        feed.again().heal();

        assertThat(database.sent()).containsKey("CANCEL JOB ?");
        assertThat(database.ask("SELECT status FROM imitated.jobs")).containsExactly("canceled");
        assertThat(database.ask("SELECT value FROM imitated.setting"))
                .as("the cluster setting is put back")
                .containsExactly("f");
        assertThat(feed.again().effect().present()).isFalse();
    }

    @Test
    void a_cluster_setting_that_was_on_stays_on() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        database.tell("UPDATE imitated.setting SET value = true");
        BackgroundWorkTrial feed = BackgroundWorkTrial.begin(database, "changefeed", Map.of("tables", "small"));
        await("SELECT job_id FROM imitated.jobs", "1");
        feed.again().heal();
        assertThat(database.ask("SELECT value FROM imitated.setting")).containsExactly("t");
        assertThat(database.sent()).doesNotContainKey("SET CLUSTER SETTING kv.rangefeed.enabled = false");
    }

    @Test
    void a_backup_of_cockroachdb_is_seen_as_long_as_its_job_is_at_work_and_done_when_that_has_succeeded()
            throws Exception {
        start(DialectTranslation.COCKROACHDB);
        BackgroundWorkTrial backup = BackgroundWorkTrial.begin(database, "backup", Map.of());
        await("SELECT job_id FROM imitated.jobs", "1");
        assertThat(backup.again().effect()).isEqualTo(FaultEffect.seen("job 1 is at work"));
        assertThat(backup.fault().done()).isFalse();

        database.tell("UPDATE imitated.jobs SET status = 'succeeded'");

        assertThat(PollDeadline.in(SOON).await(backup.fault()::done)).isTrue();
        assertThat(backup.fault().effect()).isEqualTo(FaultEffect.seen("job 1 has succeeded"));
        backup.fault().heal();
        assertThat(backup.fault().effect().present()).isFalse();
    }

    @Test
    void a_backup_whose_job_fails_is_a_failure_with_the_jobs_error() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        BackgroundWorkTrial backup = BackgroundWorkTrial.begin(database, "backup", Map.of());
        await("SELECT job_id FROM imitated.jobs", "1");
        database.tell("UPDATE imitated.jobs SET status = 'failed', error = 'no space left on device'");
        assertThatIOException()
                .isThrownBy(() -> PollDeadline.in(SOON).await(backup.fault()::done))
                .withMessage("adv_a1_f1 failed: job 1 ended as failed: no space left on device");
        backup.again().heal();
    }

    @Test
    void healing_cancels_no_job_of_another_name() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        database.tell("INSERT INTO imitated.jobs (description) VALUES ('CREATE INDEX adv_a1_f10 ON small (id)'),"
                + " ('CREATE INDEX adv_a1_f1 ON small (id)')");
        BackgroundWorkTrial column = BackgroundWorkTrial.begin(database, "addColumn", Map.of("table", "small"));
        assertThat(PollDeadline.in(SOON).await(column.fault()::done)).isTrue();
        column.again().heal();
        assertThat(database.ask("SELECT status FROM imitated.jobs ORDER BY job_id"))
                .containsExactly("running", "canceled");
    }

    @Test
    void an_index_of_cockroachdb_is_made_on_the_table_with_the_largest_ranges() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        BackgroundWorkTrial index = BackgroundWorkTrial.begin(database, "createIndex", Map.of());
        assertThat(index.context().facts()).isEqualTo(Map.of("table", "public.large", "columns", "words"));
        assertThat(PollDeadline.in(SOON).await(index.fault()::done)).isTrue();
        index.again().heal();
        assertThat(database.ask("SELECT relname FROM pg_class WHERE relname = 'adv_a1_f1'"))
                .isEmpty();
    }

    @Test
    void a_session_of_cockroachdb_that_waits_is_seen_and_ended() throws Exception {
        start(DialectTranslation.COCKROACHDB);
        try (var holder = DriverManager.getConnection(
                database.target().url(),
                database.target().user(),
                database.target().password())) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE small IN ACCESS SHARE MODE");
            BackgroundWorkTrial column = BackgroundWorkTrial.begin(database, "addColumn", Map.of("table", "small"));
            assertThat(PollDeadline.in(SOON).await(() -> column.fault().effect().present()))
                    .isTrue();
            assertThat(column.fault().effect()).isEqualTo(FaultEffect.seen("1 session named adv_a1_f1"));
            column.again().heal();
            assertThat(column.again().effect().present()).isFalse();
        }
    }

    @Test
    void a_change_feed_of_yugabytedb_reads_its_slot_over_streaming_replication() throws Exception {
        start(DialectTranslation.YUGABYTEDB);
        BackgroundWorkTrial feed = BackgroundWorkTrial.begin(database, "changefeed", Map.of("tables", "small"));
        await("SELECT state FROM pg_stat_replication WHERE application_name = 'adv_a1_f1'", "streaming");
        String before = database.ask("SELECT pg_current_wal_lsn()").getFirst();
        database.tell("INSERT INTO small SELECT generate_series(1, 100)");
        await("SELECT confirmed_flush_lsn > '" + before + "' FROM pg_replication_slots", "t");
        assertThat(feed.fault().done()).isFalse();
        assertThat(feed.fault().effect().present()).isTrue();

        feed.again().heal();

        assertThat(database.ask("SELECT slot_name FROM pg_replication_slots")).isEmpty();
        assertThat(database.ask("SELECT pubname FROM pg_publication")).isEmpty();
        assertThat(database.sent().keySet()).noneMatch(shape -> shape.contains("pg_logical_slot_get"));
    }

    /** Its pg_stat_activity has the sessions of the node that is asked, and those of no other. */
    @Test
    void a_session_on_another_node_of_yugabytedb_is_seen_and_ended() throws Exception {
        start(DialectTranslation.YUGABYTEDB);
        String name = BackgroundWorkTrial.NAME;
        BackgroundWorkTrial column;
        try (ImitatedDatabase other = new ImitatedDatabase(DialectTranslation.YUGABYTEDB)) {
            Target elsewhere = other.target();
            other.tell("ALTER ROLE " + elsewhere.user() + " PASSWORD '"
                    + database.target().password() + "'");
            column = BackgroundWorkTrial.begin(database, other, "addColumn", Map.of("table", "small"));
            assertThat(PollDeadline.in(SOON).await(column.fault()::done)).isTrue();
            column.again().heal();
            try (Connection left = DriverManager.getConnection(
                    elsewhere.url() + "?ApplicationName=" + name,
                    elsewhere.user(),
                    database.target().password())) {
                assertThat(column.again().effect()).isEqualTo(FaultEffect.seen("1 session named " + name));
                column.again().heal();
                assertThat(left.isValid(1)).isFalse();
            }
            assertThat(column.again().effect().present()).isFalse();
        }
        assertThat(column.again().effect().present())
                .as("a node that does not run has no sessions")
                .isFalse();
        column.again().heal();
    }

    private void await(String query, String answer) throws Exception {
        assertThat(PollDeadline.in(SOON).await(() -> {
                    try {
                        return database.ask(query).contains(answer);
                    } catch (java.sql.SQLException e) {
                        throw new java.io.IOException(e);
                    }
                }))
                .as(query)
                .isTrue();
    }
}
