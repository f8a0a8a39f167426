package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workloads over CQL on a real Cassandra: runs whose data is good, and data that was corrupted between two runs. */
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
                "CassandraKeyValue --value_size 500 --local_reads",
                "CassandraBatchKeyValue",
                "CassandraRangeKeyValue",
            })
    void inserts_and_updates_beside_reads_leave_no_false_alarm(String app) {
        Site.Ended ended = ring.run("--workload " + app
                + " --num_unique_keys 50 --num_writes 400 --num_reads 300 --num_threads_read 3 --num_threads_write 3"
                + " --create_table_name good" + Math.abs(app.hashCode()));

        assertThat(ended.err()).contains("acknowledged writes: 50 acknowledged rows, all there");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    /** Each corruption is made in a table of 20 good rows, which the second run reads only. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CassandraKeyValue | UPDATE %s SET v = textAsBlob('val:3:x') WHERE k = 'key:3' | torn",
                "CassandraKeyValue | DELETE FROM %s WHERE k = 'key:3' | has 19 rows",
            })
    void corrupted_data_is_found_under_its_name(String app, String corruption, String name)
            throws IOException, InterruptedException {
        String table = "bad" + Math.abs((app + corruption).hashCode());
        String words = "--workload " + app + " --create_table_name " + table + " --nouuid ";
        assertThat(ring.run(words + "--num_unique_keys 20 --num_writes 20 --num_threads_write 1 --num_threads_read 0")
                        .code())
                .isZero();
        ring.tell(corruption.formatted("ybdemo_keyspace." + table));

        Site.Ended ended = ring.run(
                words + "--read_only --max_written_key 19 --num_reads 50 --num_threads_read 2 --error-budget 1");

        assertThat(ended.err()).contains(name);
        assertThat(ended.code()).isIn(2, 4);
    }
}
