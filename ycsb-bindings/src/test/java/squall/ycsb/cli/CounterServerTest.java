package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.fake.FakeDriver;

/** Workload f whose read-modify-writes raise one counter: on a server that isolates transactions, and on what pretends to. */
@Tag("server")
class CounterServerTest {
    private static final String LOAD = "load jdbc -P workloadf -p recordcount=10";
    private static final String RUN =
            "run jdbc -P workloadf -p recordcount=10 -p operationcount=3000 -threads 8 --counter -p db.retries=1000";

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("counter");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void a_server_that_isolates_transactions_loses_no_update(String isolation) throws SQLException {
        String table = " -p table=kept_" + isolation.replace('-', '_') + " -p db.isolation=" + isolation;
        assertThat(bench.ycsb(LOAD + table).code()).isZero();
        Ended ended = bench.ycsb(RUN + table);
        assertThat(ended.err())
                .containsPattern("counter: ([1-9]\\d+) updates acknowledged; the counter was incremented by \\1\n");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(bench.ask("SELECT count(*) FROM kept_" + isolation.replace('-', '_')))
                .isEqualTo("10");
    }

    @Test
    void a_driver_whose_commit_and_rollback_do_nothing_loses_updates() throws SQLException {
        String table = " -p table=unisolated --error-budget 1";
        assertThat(bench.ycsb(LOAD + table).code()).isZero();
        Ended ended = bench.ycsb(RUN + table + " -p db.url="
                + FakeDriver.withoutTransactions(bench.target().url()));
        assertThat(ended.err()).containsPattern("exit 4: counter failed: [1-9]\\d* lost \\(updates: [1-9]\\d* were");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void updates_that_are_acknowledged_and_dropped_are_lost() throws SQLException {
        String table = " -p table=dropping";
        assertThat(bench.ycsb(LOAD + table).code()).isZero();
        bench.tell("CREATE FUNCTION dropping() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN OLD; END$$");
        bench.tell("CREATE TRIGGER dropping BEFORE UPDATE ON dropping FOR EACH ROW WHEN (OLD.YCSB_KEY LIKE 'counter:%'"
                + " AND OLD.FIELD0 = '7') EXECUTE FUNCTION dropping()");
        Ended ended = bench.ycsb(RUN + table);
        assertThat(ended.err()).containsPattern("exit 4: counter failed: [1-9]\\d* lost \\(updates: [1-9]\\d* were");
        assertThat(ended.code()).isEqualTo(4);
    }
}
