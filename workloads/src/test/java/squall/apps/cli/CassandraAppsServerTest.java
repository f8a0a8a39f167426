package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workloads over CQL on a real Cassandra: runs whose data is good, and data that was corrupted between two runs. */
@Tag("server")
class CassandraAppsServerTest {
    @TempDir
    private static Path folder;

    private static final String TABLE = " --create_table_name ";
    private static final AtomicInteger TABLES = new AtomicInteger();

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
                "CassandraKeyValue --value_size 500 --local_reads",
                "CassandraBatchKeyValue",
                "CassandraRangeKeyValue",
                "CassandraInserts --num_indexes 2 --batch_size 5",
                "CassandraSecondaryIndex",
                "CassandraUniqueSecondaryIndex",
                "CassandraTransactionalKeyValue",
                "CassandraTransactionalRestartRead",
                "CassandraUserId",
                "CassandraPersonalization --num_stores 3 --num_new_coupons_per_customer 4 --max_coupons_per_customer 12",
                "CassandraStockTicker --num_ticker_symbols 50 --data_emit_rate_millis 10000",
            })
    void inserts_and_updates_beside_reads_leave_no_false_alarm(String app) {
        Site.Ended ended = ring.run("--workload " + app + TABLE + fresh()
                + " --num_unique_keys 50 --num_writes 400 --num_reads 300 --num_threads_read 3 --num_threads_write 3");

        assertThat(ended.err()).contains("acknowledged writes: 50 acknowledged rows, all there");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraTimeseries --num_users 3 --data_emit_rate_millis 50",
                "CassandraBatchTimeseries --batch_size 50 --min_metrics_count 2 --max_metrics_count 4",
                "CassandraEventData --num_devices 3 --num_event_types 4",
            })
    void points_of_series_are_all_there(String app) {
        Site.Ended ended = ring.run("--workload " + app + TABLE + fresh()
                + " --num_writes 400 --num_reads 200 --num_threads_read 2 --num_threads_write 3");

        assertThat(ended.err()).contains("acknowledged writes: 400 acknowledged rows, all there");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @Test
    void a_half_of_a_pair_that_cassandra_lets_see_is_told_and_no_verdict() {
        Site.Ended ended = ring.run("--workload CassandraTransactionalKeyValue --num_unique_keys 20 --num_writes 100"
                + " --num_reads 50 --num_threads_read 1 --num_threads_write 1" + TABLE + fresh());

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err())
                .containsPattern("isolation: \\d+ reads saw one part of a write without the other, which this database");
    }

    /** Each corruption is made in a table of 20 good rows, which the second run reads only. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CassandraKeyValue | UPDATE %s SET v = textAsBlob('val:3:x') WHERE k = 'key:3' | 1 torn",
                "CassandraRangeKeyValue | UPDATE %s SET v = textAsBlob('val:4') WHERE k = 'key:3' AND r1 = 'r1:3'"
                        + " AND r2 = 'r2:3' AND r3 = 'r3:3' | 1 torn",
                "CassandraInserts --num_indexes 2 | UPDATE %s SET v1 = 'val1:4' WHERE k = 'key:3' | 1 torn",
                "CassandraSecondaryIndex | UPDATE %s SET v = 'val:4' WHERE k = 'key:3' | torn",
                "CassandraUniqueSecondaryIndex | UPDATE %s SET k = 'key:9' WHERE v = 'val:3' | phantom",
                "CassandraTransactionalKeyValue | UPDATE %s SET v = 7 WHERE k = 'key:3_2' | torn",
                "CassandraTransactionalKeyValue | DELETE FROM %s WHERE k = 'key:3_2' | lost (key 3: no row",
                "CassandraUserId | UPDATE %s SET password = 'hidden' WHERE user_name = 'key:3' | column password holds",
                "CassandraPersonalization | DELETE FROM %s WHERE customer_id = 'key:3' AND store_id = 'store-0'"
                        + " AND coupon_code = 'coupon-0003' | of 150 coupons 149 are there",
                "CassandraPersonalization | UPDATE %s SET relevance_score = 2 WHERE customer_id = 'key:3'"
                        + " AND store_id = 'store-0' AND coupon_code = 'coupon-0003' | coupon coupon-0003 is not as",
                "CassandraStockTicker --num_ticker_symbols 20 | DELETE FROM %s_1min WHERE ticker_id = 'key:3' | lost",
                "CassandraStockTicker --num_ticker_symbols 20 | UPDATE %s_raw SET value = 'val:4'"
                        + " WHERE ticker_id = 'key:3' AND ts = '2026-01-01T00:00:00Z' | torn",
                "CassandraTimeseries --num_users 2 | DELETE FROM %s WHERE user_id = 'key:0' AND metric_id = 'metric:1'"
                        + " AND node_id = 'node:1' | lost (key 1: no row",
                "CassandraTimeseries --num_users 2 | UPDATE %s SET value = 'x' WHERE user_id = 'key:0'"
                        + " AND metric_id = 'metric:1' AND node_id = 'node:1' AND ts = '2026-01-01T00:00:00Z' | torn",
                "CassandraBatchTimeseries | UPDATE %s SET value = 'x' WHERE metric_id = 'key:0' AND ts = 1767225603000"
                        + " | torn",
                "CassandraEventData | UPDATE %s SET value = 0x00 WHERE device_id = 'key:0' AND ts = 1767225603000"
                        + " AND event_type = 'type:0' | torn",
            })
    void corrupted_data_is_exit_4_under_its_name(String app, String corruption, String name)
            throws IOException, InterruptedException {
        String table = fresh();
        String words = "--workload " + app + TABLE + table + " --nouuid --batch_size 1 --num_threads_read ";
        Site.Ended first = ring.run(
                words + "0 --num_unique_keys 20 --num_writes 20 --num_threads_write 1");
        assertThat(first.code()).describedAs(first.err()).isZero();
        ring.tell(corruption.formatted("ybdemo_keyspace." + table));

        Site.Ended ended = ring.run(words + "2 --read_only --max_written_key 19 --num_reads 50 --error-budget 1");

        assertThat(ended.err()).contains(name);
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void a_row_that_was_deleted_is_missed_before_the_run() throws IOException, InterruptedException {
        String table = fresh();
        String words = "--workload CassandraKeyValue --nouuid --num_threads_write 1" + TABLE + table;
        ring.run(words + " --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        ring.tell("DELETE FROM ybdemo_keyspace." + table + " WHERE k = 'key:3'");

        Site.Ended ended = ring.run(words + " --max_written_key 19 --num_reads 50");

        assertThat(ended.err()).contains("has 19 rows with keys of prefix 'key', but --max_written_key says 20");
        assertThat(ended.code()).isEqualTo(2);
    }

    private static String fresh() {
        return "t" + TABLES.incrementAndGet();
    }
}
