package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** Test of the workloads over CQL on a real Cassandra: with good data, and with data that was corrupted. */
@Tag("server")
@Tag("extended")
class CassandraAppsServerTest {
    private static final String REGISTERS =
            "--workload CassandraRegisters --num_writes 1500 --num_unique_keys 3 --num_threads 4 --create_table_name ";

    @TempDir
    private static Path folder;

    private static Ring ring;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        ring = Ring.start("apps", folder);
    }

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        ring.remove();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraKeyValue",
                "CassandraBatchKeyValue",
                "CassandraRangeKeyValue",
                "CassandraInserts num_indexes=2",
                "CassandraSecondaryIndex",
                "CassandraUniqueSecondaryIndex",
                "CassandraTransactionalKeyValue",
                "CassandraTransactionalRestartRead",
                "CassandraUserId",
                "CassandraPersonalization num_stores=3 num_new_coupons_per_customer=4 max_coupons_per_customer=12",
                "CassandraStockTicker data_emit_rate_millis=10000",
            })
    void inserts_and_updates_concurrent_with_reads_raise_no_false_alarm(String app)
            throws IOException, InterruptedException {
        Trial trial = ring.trial(app, 40, 300, 200);
        assertThat(trial.run()).isEqualTo(500);
        assertThat(trial.judged()).allMatch(result -> result.verdict() != Verdict.FAILED);
        assertThat(text(trial.judged())).contains("40 acknowledged rows, all there as last acknowledged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CassandraKeyValue", "CassandraTransactionalKeyValue", "CassandraRegisters"})
    void a_table_with_other_columns_is_refused_before_anything_is_touched(String app)
            throws IOException, InterruptedException {
        ring.trial("CassandraKeyValue", 1, 1, 0); // makes the keyspace
        ring.tell("DROP TABLE IF EXISTS ybdemo_keyspace.other");
        ring.tell("CREATE TABLE ybdemo_keyspace.other (mine int PRIMARY KEY)");
        ring.tell("INSERT INTO ybdemo_keyspace.other (mine) VALUES (7)");
        for (String tables : List.of("", " --truncate")) {
            Ended ended = ring.run("--workload " + app + tables + " --create_table_name other --run_time 1");

            assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
            assertThat(ended.err())
                    .containsPattern("error: table other exists, but has no column k, [runv, ]+: replace it with"
                            + " --drop_table_name other, or name another table with --create_table_name\n");
            assertThat(ring.tell("SELECT mine FROM ybdemo_keyspace.other")).hasSize(1);
        }
        Ended replaced = ring.run("--workload " + app + " --drop_table_name other --run_time 1");
        assertThat(replaced.code()).describedAs(replaced.err()).isZero();
    }

    /** Covers an old error: a table keeps the time to live that it was made with, and its expired rows were reported as lost. */
    @ParameterizedTest
    @CsvSource({"60, 0", "0, 60", "60, 40"})
    void a_table_with_another_time_to_live_is_refused_before_anything_is_touched(int made, int asked) {
        String table = "expiring_" + made + "_" + asked;
        String words =
                "--workload CassandraKeyValue --run_time 1 --create_table_name " + table + " --table_ttl_seconds ";
        Ended first = ring.run(words + made);
        assertThat(first.code()).describedAs(first.err()).isZero();
        for (String tables : List.of("", " --truncate")) {
            Ended ended = ring.run(words + asked + tables);

            assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
            assertThat(ended.err())
                    .contains("error: table " + table + " exists, but its default_time_to_live is " + made + ", not "
                            + asked + " (--table_ttl_seconds): replace it with --drop_table_name " + table
                            + ", or name another table with --create_table_name\n");
        }
        Ended again = ring.run(words + made);
        assertThat(again.code()).describedAs(again.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraBankTransfers",
                "CassandraHotCounter",
                "CassandraListAppend",
                "CassandraTransactionalKeyValue --accord"
            })
    void transactions_of_accord_are_refused_before_anything_is_made(String words)
            throws IOException, InterruptedException {
        Ended ended = ring.run("--workload " + words + " --keyspace never_made --run_time 1");

        assertThat(ended.err()).contains("error: the nodes run Cassandra 5.0.5, which has no Accord: use version 6, ");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ring.tell("SELECT * FROM system_schema.keyspaces WHERE keyspace_name = 'never_made'"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraTimeseries num_users=3 data_emit_rate_millis=50",
                "CassandraBatchTimeseries min_metrics_count=2 max_metrics_count=4",
                "CassandraEventData num_devices=3 num_event_types=4",
            })
    void points_of_series_are_all_there(String app) throws IOException, InterruptedException {
        Trial trial = ring.trial(app, 300, 300, 200);
        assertThat(trial.run()).isEqualTo(500);
        assertThat(trial.judged()).allMatch(result -> result.verdict() == Verdict.PASSED);
        assertThat(text(trial.judged())).contains("300 acknowledged rows, all there as last acknowledged");
    }

    /** Surveys two tables by pieces of 5000 rows: the first piece ends within the only partition, or within the second one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void more_rows_than_a_piece_has_are_surveyed_whole(int metrics) throws IOException, InterruptedException {
        String words = "CassandraBatchTimeseries min_metrics_count=" + metrics + " max_metrics_count=" + metrics;
        Trial trial = ring.trial(words, 8000, 8000, 0);
        assertThat(trial.run()).isEqualTo(8000);
        assertThat(text(trial.judged())).contains("8000 acknowledged rows, all there as last acknowledged");
    }

    @Test
    void an_index_that_disagrees_with_its_table_is_found() throws IOException, InterruptedException {
        Trial trial = ring.trial("CassandraSecondaryIndex", 5, 5, 0);
        trial.run();
        String byValue = "v = 'val:3'";

        assertThat(trial.check(cql -> cql.endsWith(byValue) ? List.of() : ring.tell(cql)))
                .isEqualTo("index and table FAILED: the index does not find key 'key:3' under its value 'val:3'");

        ring.tell("UPDATE ybdemo_keyspace." + trial.table() + " SET v = 'val:3:1' WHERE k = 'key:3'");
        assertThat(trial.check(cql -> ring.tell(cql.endsWith(byValue) ? cql.replace("val:3", "val:3:1") : cql)))
                .isEqualTo("index and table FAILED: the index still finds key 'key:3' under its earlier value 'val:3'");
        assertThat(trial.check(ring::tell)).isEqualTo("index and table PASSED: they agree on a sample of 5 rows");
    }

    @Test
    void a_value_that_is_let_in_twice_is_found() throws IOException, InterruptedException {
        Trial trial = ring.trial("CassandraUniqueSecondaryIndex", 5, 5, 0);

        assertThat(trial.check(cql -> ring.tell(cql.contains("'two'") ? cql.replace("twice", "once more") : cql)))
                .isEqualTo("unique values FAILED: the same value was let in twice");
        assertThat(trial.check(ring::tell)).isEqualTo("unique values PASSED: the same value was refused a second time");
    }

    /** Corrupts one row of a table of 20 good ones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CassandraKeyValue | DELETE FROM %s WHERE k = 'key:3' | 1 lost (key 3: no row",
                "CassandraKeyValue | UPDATE %s SET v = textAsBlob('val:3:x') WHERE k = 'key:3' | 1 torn",
                "CassandraKeyValue | UPDATE %s SET v = textAsBlob('val:3:1') WHERE k = 'key:3' | 1 phantom",
                "CassandraRangeKeyValue | UPDATE %s SET v = textAsBlob('val:4') WHERE k = 'key:3' AND r1 = 'r1:3'"
                        + " AND r2 = 'r2:3' AND r3 = 'r3:3' | 1 torn",
                "CassandraInserts num_indexes=2 | UPDATE %s SET v1 = 'val1:4' WHERE k = 'key:3' | 1 torn",
                "CassandraSecondaryIndex | UPDATE %s SET v = 'val:4' WHERE k = 'key:3' | 1 torn",
                "CassandraUniqueSecondaryIndex | UPDATE %s SET k = 'key:90' WHERE v = 'val:3' | 1 lost (key 3",
                "CassandraTransactionalKeyValue | UPDATE %s SET v = 7 WHERE k = 'key:3_2' | 1 torn",
                "CassandraTransactionalKeyValue | DELETE FROM %s WHERE k = 'key:3_2' | 1 lost (key 3: no row",
                "CassandraTransactionalRestartRead | UPDATE %s SET v = 7 WHERE k = 'key:3' | 1 phantom",
                "CassandraUserId | UPDATE %s SET password = 'hidden' WHERE user_name = 'key:3' | column password holds",
                "CassandraPersonalization | DELETE FROM %s WHERE customer_id = 'key:3' AND store_id = 'store-0'"
                        + " AND coupon_code = 'coupon-0003' | of 150 coupons 149 are there",
                "CassandraPersonalization | UPDATE %s SET relevance_score = 2 WHERE customer_id = 'key:3'"
                        + " AND store_id = 'store-0' AND coupon_code = 'coupon-0003' | coupon coupon-0003 is not as",
                "CassandraStockTicker | DELETE FROM %s_1min WHERE ticker_id = 'key:3' | 1 lost (key 3: no row",
                "CassandraStockTicker | UPDATE %s_raw SET value = 'val:4'"
                        + " WHERE ticker_id = 'key:3' AND ts = '2026-01-01T00:00:00Z' | 1 torn",
                "CassandraTimeseries | DELETE FROM %s WHERE user_id = 'key:0' AND metric_id = 'metric:1'"
                        + " AND node_id = 'node:1' | 1 lost (key 1: no row",
                "CassandraTimeseries | UPDATE %s SET value = 'x' WHERE user_id = 'key:0'"
                        + " AND metric_id = 'metric:1' AND node_id = 'node:1' AND ts = '2026-01-01T00:00:00Z' | 1 torn",
                "CassandraBatchTimeseries | UPDATE %s SET value = 'x' WHERE metric_id = 'key:0' AND ts = 1767225603000"
                        + " | 1 torn",
                "CassandraEventData | UPDATE %s SET value = 0x00 WHERE device_id = 'key:0' AND ts = 1767225603000"
                        + " AND event_type = 'type:49' | 1 torn",
            })
    void corrupted_data_fails_under_its_name(String app, String corruption, String name)
            throws IOException, InterruptedException {
        Trial trial = ring.trial(app, 20, 20, 0);
        assertThat(trial.run()).isEqualTo(20);
        ring.tell(corruption.formatted("ybdemo_keyspace." + trial.table()));

        List<CheckResult> judged = trial.judged();

        assertThat(judged).anyMatch(result -> result.verdict() == Verdict.FAILED);
        assertThat(text(judged)).contains(name);
    }

    @Test
    void the_command_ends_with_0_where_all_is_good_and_with_4_where_a_reader_saw_bad_data()
            throws IOException, InterruptedException {
        String words = "--workload CassandraTransactionalKeyValue --create_table_name whole --nouuid"
                + " --num_unique_keys 20 --num_threads_read 1 --num_threads_write ";
        Ended good = ring.run(words + "2 --num_writes 60 --num_reads 40 --local_reads --warmup 0");
        assertThat(good.code()).describedAs(good.err()).isZero();
        assertThat(good.err())
                .containsPattern("isolation: (1 read|\\d+ reads) saw one part of a write without the other");

        ring.tell("UPDATE ybdemo_keyspace.whole SET v = 7 WHERE k = 'key:3_2'");
        Ended bad = ring.run(words + "0 --read_only --max_written_key 19 --num_reads 60 --error-budget 1");
        assertThat(bad.err()).contains("is the first number of no write of this key");
        assertThat(bad.code()).isEqualTo(4);
    }

    @Test
    void registers_are_strict_serializable() throws IOException {
        Ended ended = ring.run(REGISTERS + "registers");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err())
                .contains("✓ isolation: asked lightweight transactions, database says strict serializable, seen: ");
        assertThat(ended.json("isolation.json").path("seen").asText())
                .matches("no anomaly in [\\d,]+ transactions: strict serializable holds");
        assertThat(ended.json("isolation.json").path("aborted").asLong()).isZero();
    }

    /** Sets the register back with an update that has no condition. */
    @Test
    void a_register_that_another_program_sets_back_rules_every_level_out_that_was_promised() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> setBack(over));
        Ended ended;
        try {
            ended = ring.run(REGISTERS + "set_back");
        } finally {
            over.set(true);
            other.join();
        }

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(4);
        assertThat(ended.err()).contains("exit 4: isolation failed: asked lightweight transactions, ");
        assertThat(ended.json("isolation.json").path("anomalies").has("lost update"))
                .isTrue();
    }

    private static void setBack(AtomicBoolean over) {
        Map<Long, Long> first = new HashMap<>();
        while (!over.get()) {
            try {
                for (Row row : ring.tell("SELECT k, run, v FROM ybdemo_keyspace.set_back")) {
                    long value = first.computeIfAbsent(row.getLong("k"), key -> row.getLong("v"));
                    ring.tell("UPDATE ybdemo_keyspace.set_back SET v = " + value + " WHERE k = " + row.getLong("k")
                            + " AND run = " + row.getLong("run") + " IF EXISTS");
                }
            } catch (IOException e) {
                // The load has not made its table yet.
                LockSupport.parkNanos(1_000_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static String text(List<CheckResult> results) {
        return results.stream().map(CheckResult::detail).collect(Collectors.joining("\n"));
    }
}
