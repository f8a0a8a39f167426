package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.upstream.Loads.PREFIX;
import static squall.ycsb.upstream.Loads.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.ycsb.MemoryDb;
import squall.ycsb.output.YcsbReport.ReportLine;
import squall.ycsb.upstream.RecordedTurn.Recorded;

class UpstreamLoadTest {
    @BeforeEach
    void forget() {
        MemoryDb.SHARED.tables().clear();
    }

    @Test
    void each_call_is_recorded_and_a_rude_database_ends_no_session() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", ThirdParty.RudeDb.class)) {
            Session session = load.open(0);
            assertThat(session.perform(turn)).isTrue();
            session.close();
        }
        assertThat(turn.recorded())
                .containsExactly(
                        new Recorded(
                                "READ",
                                0,
                                101,
                                other(
                                        "IllegalStateException",
                                        PREFIX + "RudeDb.read threw java.lang.IllegalStateException: read number 1")),
                        new Recorded("SCAN", 102, 102, other("BUSY", "come back later")),
                        new Recorded("UPDATE", 103, 103, unknown("NO_STATUS", "the database returned null")),
                        new Recorded(
                                "DELETE",
                                104,
                                104,
                                unknown(
                                        "NoClassDefFoundError",
                                        PREFIX
                                                + "RudeDb.delete threw java.lang.NoClassDefFoundError: com/example/Missing")),
                        new Recorded("TRANSACTION", 0, 100, unknown("NO_STATUS", "the database returned null")));
    }

    @Test
    void only_the_first_message_of_a_kind_is_kept() throws Exception {
        RecordedTurn second = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", ThirdParty.RudeDb.class)) {
            Session session = load.open(0);
            session.perform(new RecordedTurn());
            session.perform(second);
            session.close();
        }
        assertThat(second.recorded().getFirst().outcome())
                .isEqualTo(other(
                        "IllegalStateException",
                        PREFIX + "RudeDb.read threw java.lang.IllegalStateException: read number 1"));
    }

    @Test
    void what_a_workload_measures_under_a_name_of_its_own_is_read_out_at_the_end() throws Exception {
        try (UpstreamLoad load = load(false, "OnceEach", MemoryDb.class)) {
            Session session = load.open(0);
            session.perform(new RecordedTurn());
            session.perform(new RecordedTurn());
            session.close();
            assertThat(load.measured())
                    .contains(
                            new ReportLine("TRANSFER", "Operations", 2L),
                            new ReportLine("TRANSFER", "AverageLatency(us)", 77.0),
                            new ReportLine("TRANSFER", "Return=OK", 2));
        }
    }

    @Test
    void a_second_load_in_the_process_begins_with_empty_measurements() throws Exception {
        try (UpstreamLoad first = load(false, "OnceEach", MemoryDb.class)) {
            first.open(0).perform(new RecordedTurn());
        }
        try (UpstreamLoad second = load(false, "OnceEach", MemoryDb.class)) {
            assertThat(second.measured()).isEmpty();
        }
    }

    @Test
    void a_thread_ends_when_its_workload_says_so_and_the_others_go_on() throws Exception {
        try (UpstreamLoad load = load(false, "TwoEach", MemoryDb.class)) {
            Session one = load.open(0);
            Session other = load.open(1);
            assertThat(one.perform(new RecordedTurn())).isTrue();
            assertThat(one.perform(new RecordedTurn())).isFalse();
            assertThat(other.perform(new RecordedTurn())).isTrue();
        }
    }

    @Test
    void a_workload_that_requests_a_stop_ends_every_thread() throws Exception {
        try (UpstreamLoad load = load(false, "Quitting", MemoryDb.class)) {
            assertThat(load.open(0).perform(new RecordedTurn())).isFalse();
            assertThat(load.open(1).perform(new RecordedTurn())).isFalse();
        }
    }

    @Test
    void a_run_that_is_to_end_asks_the_workload_to_stop() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        turn.stop();
        try (UpstreamLoad load = load(false, "OnceEach", MemoryDb.class)) {
            assertThat(load.open(0).perform(turn)).isFalse();
        }
    }

    @Test
    void a_workload_that_throws_has_failed_in_this_turn_and_goes_on() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Broken", MemoryDb.class)) {
            assertThat(load.open(0).perform(turn)).isTrue();
        }
        assertThat(turn.recorded())
                .containsExactly(new Recorded(
                        "TRANSACTION",
                        0,
                        100,
                        other(
                                "ArithmeticException",
                                PREFIX + "Broken.doTransaction threw java.lang.ArithmeticException: / by zero")));
    }

    @Test
    void a_turn_that_asks_nothing_of_its_database_is_counted_all_the_same() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Quitting", MemoryDb.class)) {
            load.open(0).perform(turn);
        }
        assertThat(turn.recorded()).containsExactly(new Recorded("TRANSACTION", 0, 100, Outcome.OK));
    }

    @Test
    void a_sample_from_outside_its_turn_is_left_to_upstream() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "Timeless", MemoryDb.class)) {
            load.open(0).perform(turn);
            assertThat(load.measured())
                    .contains(new ReportLine("VERIFY", "Operations", 1L), new ReportLine("VERIFY", "Return=ERROR", 1));
        }
        assertThat(turn.codes()).containsExactly("TRANSACTION OK");
    }

    @Test
    void one_row_that_is_refused_does_not_end_a_load() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(true, "OnceEach", ThirdParty.RudeDb.class)) {
            assertThat(load.open(0).perform(turn)).isTrue();
        }
        assertThat(turn.codes()).containsExactly("INSERT ERROR", "TRANSACTION ERROR");
    }

    @Test
    void cleanup_is_measured_once_and_its_failure_told() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "OnceEach", ThirdParty.RudeDb.class)) {
            Session session = load.open(0);
            session.flush(turn);
            session.close();
        }
        assertThat(turn.recorded())
                .containsExactly(new Recorded(
                        "CLEANUP",
                        100,
                        100,
                        unknown("DBException", PREFIX + "RudeDb.cleanup threw site.ycsb.DBException: cannot let go")));
    }

    @Test
    void a_blocked_call_is_ended_by_an_interrupt() throws Exception {
        RecordedTurn turn = new RecordedTurn();
        try (UpstreamLoad load = load(false, "TwoEach", ThirdParty.StuckDb.class)) {
            Session session = load.open(0);
            CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(() -> perform(session, turn));
            assertThat(ThirdParty.StuckDb.REACHED.await(10, TimeUnit.SECONDS)).isTrue();
            session.abort();
            assertThat(more.get(10, TimeUnit.SECONDS)).isFalse();
        }
        assertThat(turn.codes()).containsExactly("READ INTERRUPTED", "TRANSACTION INTERRUPTED");
    }

    private static boolean perform(Session session, RecordedTurn turn) {
        try {
            return session.perform(turn);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Outcome unknown(String code, String message) {
        return new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, code), message);
    }

    private static Outcome other(String code, String message) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, code), message);
    }
}
