package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** The workloads over CQL on a real Cassandra: data that is good, and data that was corrupted. */
@Tag("server")
class CassandraAppsServerTest {
    @TempDir
    private static Path folder;

    private static Ring ring;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        ring = Ring.start(folder);
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
    void inserts_and_updates_beside_reads_leave_no_false_alarm(String app) throws IOException, InterruptedException {
        Trial trial = ring.trial(app, 40, 300, 200);
        assertThat(trial.run()).isEqualTo(500);
        assertThat(trial.judged()).allMatch(result -> result.verdict() != Verdict.FAILED);
        assertThat(told(trial.judged())).contains("40 acknowledged rows, all there as last acknowledged");
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
        assertThat(told(trial.judged())).contains("300 acknowledged rows, all there as last acknowledged");
    }

    /** Each corruption is made in a table of 20 good rows. */
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
        assertThat(told(judged)).contains(name);
    }

    @Test
    void the_command_ends_with_0_where_all_is_good_and_with_4_where_a_reader_saw_bad_data()
            throws IOException, InterruptedException {
        String words = "--workload CassandraTransactionalKeyValue --create_table_name whole --nouuid"
                + " --num_unique_keys 20 --num_threads_read 1 --num_threads_write ";
        Site.Ended good = ring.run(words + "2 --num_writes 60 --num_reads 40 --local_reads --warmup 0");
        assertThat(good.code()).describedAs(good.err()).isZero();
        assertThat(good.err()).containsPattern("isolation: \\d+ reads saw one part of a write without the other");

        ring.tell("UPDATE ybdemo_keyspace.whole SET v = 7 WHERE k = 'key:3_2'");
        Site.Ended bad = ring.run(words + "0 --read_only --max_written_key 19 --num_reads 60 --error-budget 1");
        assertThat(bad.err()).contains("is the first number of no write of this key");
        assertThat(bad.code()).isEqualTo(4);
    }

    private static String told(List<CheckResult> results) {
        return results.stream().map(CheckResult::detail).collect(Collectors.joining("\n"));
    }
}
