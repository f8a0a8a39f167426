package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;

/** Test of a run while the server restarts, goes away or freezes. */
@Tag("server")
@Tag("extended")
class YcsbOutageServerTest {
    private static final String INSERTS =
            " jdbc -P workloada -p recordcount=10 -p insertproportion=1 -p readproportion=0"
                    + " -p updateproportion=0 -p operationcount=0 -threads 4";

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("outage");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void after_a_restart_the_run_goes_on_and_nothing_acknowledged_is_missing()
            throws SQLException, IOException, InterruptedException {
        assertThat(bench.ycsb("load" + INSERTS + " -p table=restart").code()).isZero();
        CompletableFuture<Ended> run = bench.begin("run" + INSERTS.replace("operationcount=0", "operationcount=600")
                + " -p table=restart -p db.reconnectwithin=60s --rate 200 --error-budget 1");
        bench.server().stopImmediate();
        long before = Long.parseLong(afterRestart());
        Ended ended = run.join();
        assertThat(ended.codeIfNotBusy()).as(ended.err()).isZero();
        long ok = Long.parseLong(ended.value("INSERT", "Return=OK").orElseThrow());
        long stored = Long.parseLong(bench.ask("SELECT count(*) FROM restart")) - 10;
        long planned = Long.parseLong(ended.value("PLAN", "Planned").orElseThrow());
        assertThat(stored).isBetween(ok, planned).isGreaterThan(before);
        assertThat(ended.err().lines().count()).isLessThan(100);
    }

    @Test
    void a_server_that_is_gone_ends_the_run_within_its_bounds() throws IOException, InterruptedException {
        assertThat(bench.ycsb("load" + INSERTS + " -p table=gone").code()).isZero();
        CompletableFuture<Ended> run = bench.begin(
                "run" + INSERTS + " -p table=gone -p maxexecutiontime=3 -p db.reconnectwithin=1s --grace 2s");
        bench.server().stopImmediate();
        Ended ended = run.join();
        bench.server().up();
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(Long.parseLong(ended.value("OVERALL", "RunTime(ms)").orElseThrow()))
                .isLessThan(30_000);
        assertThat(ended.out()).contains("[ERRORS], INSERT ");
    }

    @Test
    void a_frozen_server_is_charged_with_all_that_was_due() throws IOException, InterruptedException {
        assertThat(bench.ycsb("load" + INSERTS + " -p table=frozen").code()).isZero();
        CompletableFuture<Ended> run = bench.begin("run" + INSERTS
                + " -p table=frozen -p maxexecutiontime=5 --rate 100 -p db.statementtimeout=1s -p db.sockettimeout=20s"
                + " --grace 1s -p measurement.interval=both");
        bench.server().tree().freeze();
        Ended ended = run.join();
        bench.server().tree().thaw();
        assertThat(ended.code()).as(ended.err()).isNotZero();
        assertThat(Long.parseLong(ended.value("OVERALL", "RunTime(ms)").orElseThrow()))
                .isLessThan(20_000);
        long planned = Long.parseLong(ended.value("PLAN", "Planned").orElseThrow());
        long finished = Long.parseLong(ended.value("PLAN", "Finished").orElseThrow());
        long unfinished = Long.parseLong(ended.value("PLAN", "Unfinished").orElseThrow());
        assertThat(planned).isEqualTo(finished + unfinished).isEqualTo(500);
        assertThat(unfinished).isPositive();
    }

    /** Starts the server again and returns the number of its rows. */
    private static String afterRestart() throws SQLException, IOException, InterruptedException {
        bench.server().up();
        return bench.ask("SELECT count(*) FROM restart");
    }
}
