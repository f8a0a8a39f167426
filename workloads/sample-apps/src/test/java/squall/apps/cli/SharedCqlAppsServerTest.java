package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.system.ExitCode;

/** Four clients that share a sample application on a real Cassandra, and make its keyspace and tables at once. */
@Tag("server")
@Tag("extended")
class SharedCqlAppsServerTest {
    @TempDir
    private static Path folder;

    private static Ring ring;
    private static SharedApps clients;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        ring = Ring.start("shared-apps", folder);
        clients = new SharedApps(4, folder, words -> ring.run("--workload " + words));
    }

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        ring.remove();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraKeyValue --keyspace fresh",
                "CassandraSecondaryIndex --keyspace fresh_too",
                "CassandraTransactionalKeyValue",
                "CassandraUserId"
            })
    void four_clients_do_what_one_is_told_and_each_finds_its_rows(String words) throws Exception {
        clients.requireWhole(words);
    }

    @Test
    void one_client_that_never_comes_is_named_by_all_that_wait() {
        String words = "CassandraKeyValue --create_table_name lonely --num_unique_keys 40 --num_writes 40 --num_reads 0"
                + " --client-wait 10s";
        // Clients 0 to 3 of five.
        SharedApps five =
                new SharedApps(4, folder, line -> ring.run("--workload " + line.replace("--clients 4", "--clients 5")));

        assertThat(five.together(words, "lonely")).allSatisfy(ended -> {
            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INVALID.code());
            assertThat(ended.err()).contains("client 4 of 5 did not sign in to run lonely within 10");
        });
    }

    @Test
    void a_client_that_is_started_again_is_refused() throws Exception {
        String words = "CassandraKeyValue --create_table_name again --num_unique_keys 40 --num_writes 40 --num_reads 0";
        assertThat(clients.together(words, "again")).allSatisfy(SharedApps::requireWell);
        Ended ended = ring.run("--workload " + words.replace("again", "other") + clients.as(0, "again"));

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INVALID.code());
        assertThat(ended.err()).contains("client 0 of run again has signed in before");
        assertThat(ring.tell("SELECT k FROM ybdemo_keyspace.other")).isEmpty();
    }
}
