package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.fixture.StandaloneMariaDb;

/** The sample apps that speak MariaDB's dialect, with their checks, on a real one; the others are refused by name. */
@Tag("server")
@Tag("extended")
class MariaDbAppsServerTest {
    private static @Nullable StandaloneMariaDb server;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = StandaloneMariaDb.startOrSkip(MariaDbAppsServerTest.class);
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SqlInserts --num_unique_keys 50 --num_writes 200 --num_reads 60 | acknowledged writes: 50 acknowledged rows, all there",
                "SqlSecondaryIndex --num_unique_keys 50 --num_writes 200 --num_reads 60 | acknowledged writes: 50 acknowledged rows, all there",
                "SqlUniqueSecondaryIndex --num_unique_keys 50 --num_writes 200 --num_reads 60 | acknowledged writes: 50 acknowledged rows, all there",
                "SqlRestartRead --num_unique_keys 50 --num_writes 200 --num_reads 60 | acknowledged writes: 50 acknowledged rows, all there",
                "SqlEventCounter --num_unique_keys 50 --num_writes 200 --num_reads 60 | acknowledged writes: 50 acknowledged rows, all there",
                "SqlBankTransfers --num_writes 300 --num_reads 40 | all 1000 accounts are as the books say, none below zero",
                "SqlHotCounter --num_writes 300 --num_reads 40 | ✓ ",
            })
    void what_was_acknowledged_is_there(String words, String check) {
        Ended ended = run(words + " --truncate");
        assertThat(ended.err()).contains(check);
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SqlInserts", "SqlSecondaryIndex"})
    void three_clients_share_a_run(String app) throws Exception {
        new SharedApps(3, folder, MariaDbAppsServerTest::run).requireWhole(app);
    }

    @Test
    void rows_that_are_there_are_updated() {
        assertThat(
                        run("SqlInserts --create_table_name rows --nouuid --num_unique_keys 50 --num_writes 50 --num_reads 0")
                                .code())
                .isZero();
        Ended ended = run(
                "SqlUpdates --create_table_name rows --nouuid --max_written_key 49 --num_writes 200 --num_reads 60");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("acknowledged writes: 50 acknowledged rows, all there");
    }

    @ParameterizedTest
    @CsvSource({"SqlListAppend, serializable, serializable", "SqlRegisters, repeatable-read, read committed"})
    void a_level_is_judged_as_what_it_means_here(String app, String asked, String judged) throws IOException {
        Ended ended = run(
                app + " --isolation " + asked + " --num_writes 1000 --num_unique_keys 4 --num_threads 6 --truncate");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.json("isolation.json").path("claimed").asText()).isEqualTo(judged);
        String words = asked.replace('-', ' ');
        assertThat(ended.err())
                .contains("isolation: asked " + words + (words.equals(judged) ? ", database says " : ", judged as ")
                        + judged + ", seen: ");
    }

    /** Covers an old error: two transfers lowered a balance by what each had read in its snapshot, and it fell below zero. */
    @Test
    void transfers_at_once_from_an_almost_empty_account_leave_none_below_zero() throws SQLException {
        run("SqlBankTransfers --create_table_name drained --num_writes 10 --num_reads 0");
        try (Connection connection = DriverManager.getConnection(
                        Objects.requireNonNull(server).url(), StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO drained_transfers SELECT CONCAT('drained:', account_id), account_id, 0,"
                    + " balance - 5 FROM drained WHERE account_id > 0");
            statement.execute(
                    "UPDATE drained SET balance = CASE WHEN account_id = 0 THEN 1000000 - 999 * 5 ELSE 5 END");
        }

        Ended ended = run(
                "SqlBankTransfers --create_table_name drained --num_writes 3000 --num_reads 0 --num_threads_write 32");

        assertThat(ended.err()).contains("all 1000 accounts are as the books say, none below zero");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @Test
    void an_app_without_statements_for_it_is_refused_by_name() {
        Ended ended = run("SqlForeignKeysAndJoins --num_writes 10");
        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains("SqlForeignKeysAndJoins");
    }

    private static Ended run(String words) {
        return Site.run(
                folder,
                "--workload " + words + " --url "
                        + Objects.requireNonNull(server).url() + " --username " + StandaloneMariaDb.SQUALL
                        + " --password " + StandaloneMariaDb.SQUALL);
    }
}
