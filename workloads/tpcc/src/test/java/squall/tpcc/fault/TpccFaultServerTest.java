package squall.tpcc.fault;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.Tick;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Outcome;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.TransactionType;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TerminalWaits.Wait;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Test of faults at a fixed rate, and with users who think; both come to some 200 transactions a second. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class TpccFaultServerTest {
    /** Source of the turns. */
    enum Driven {
        RATE,
        USERS
    }

    /** Fault that another thread works while the run goes on. */
    interface Fault {
        void work(LoadedServer server, Observer observer) throws IOException, InterruptedException;
    }

    /** Run with a fault. @param load whose data can be judged again once the server is back */
    private record Disturbed(TpccLoad load, RunResult result, Observer observer, List<CheckResult> checks) {
        List<ExitCode> exits() {
            return ExitReasons.of(result, checks, ErrorBudget.NONE).reasons().stream()
                    .map(ExitReasons.Reason::code)
                    .toList();
        }

        LongStream latencies(double percentile) {
            return result.total().operations().stream()
                    .map(OperationSummary::latency)
                    .mapToLong(latency -> latency.getValueAtPercentile(percentile));
        }

        long outcomes(Class<? extends Outcome> type) {
            return result.total().operations().stream()
                    .flatMap(operation -> operation.outcomes().entrySet().stream())
                    .filter(outcome -> type.isInstance(outcome.getKey()))
                    .mapToLong(outcome -> outcome.getValue())
                    .sum();
        }
    }

    private static final int SESSIONS = 16;
    private static final Duration GRACE = ofSeconds(2);

    private static LoadedServer server;

    @BeforeAll
    static void start() throws IOException, InterruptedException, CommandException {
        server = new LoadedServer();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        server.remove();
    }

    @ParameterizedTest
    @EnumSource
    void after_a_crash_and_restart_the_terminals_come_back_and_nothing_acknowledged_is_missing(Driven driven)
            throws IOException, InterruptedException {
        Disturbed run = disturbed(driven, ofSeconds(20), ofSeconds(40), (victim, observer) -> {
            observer.awaitSecond(1);
            victim.freeze(); // so that every session is in a call when the server dies
            observer.awaitInFlight(SESSIONS);
            victim.kill();
            victim.up();
            observer.awaitAcknowledgement();
        });
        assertThatNothingIsUncounted(run);
        assertThat(run.result().ending()).isEqualTo(new RunEnding.Complete());
        assertThat(run.outcomes(Outcome.Unknown.class)).isPositive();
        assertThat(failures(run)).allMatch(code -> code.startsWith("08") || code.startsWith("57P"));
        assertThat(run.checks()).noneMatch(TpccFaultServerTest::bad);
        assertThat(lookedUp(run.checks()).contains("whose response was lost")).isEqualTo(unknownOrders(run) > 0);
        assertThat(run.exits()).contains(ExitCode.EXPECTATION).doesNotContain(ExitCode.DATA, ExitCode.UNREACHABLE);
    }

    @ParameterizedTest
    @EnumSource
    void a_freeze_of_five_seconds_stands_in_the_latencies_and_fails_nothing(Driven driven)
            throws IOException, InterruptedException {
        Disturbed run = disturbed(driven, ofSeconds(9), ofSeconds(20), (victim, observer) -> {
            observer.awaitSecond(1);
            victim.freeze();
            observer.awaitSecond(7); // a little more than five seconds, whatever the machine does meanwhile
            victim.thaw();
        });
        assertThatNothingIsUncounted(run);
        assertThat(run.result().total().failed()).isZero();
        assertThat(run.latencies(100).max().orElseThrow()).isGreaterThan(5_000_000);
        assertThat(run.observer().silentSeconds()).isGreaterThanOrEqualTo(4);
        if (driven == Driven.RATE) { // half the plan was due in the freeze; a user who waits has nothing else due
            assertThat(run.latencies(99).max().orElseThrow()).isGreaterThan(4_000_000);
        }
        assertThat(run.checks()).noneMatch(TpccFaultServerTest::bad);
        assertThat(run.exits()).doesNotContain(ExitCode.DATA, ExitCode.UNREACHABLE);
    }

    @ParameterizedTest
    @EnumSource
    void a_server_that_is_gone_to_the_end_ends_the_run_in_time_and_the_data_is_found_whole_later(Driven driven)
            throws IOException, InterruptedException {
        Disturbed run = disturbed(driven, ofSeconds(4), ofSeconds(1), (victim, observer) -> {
            observer.awaitSecond(1);
            victim.kill();
        });
        assertThatNothingIsUncounted(run);
        assertThat(Duration.ofNanos(run.result().elapsedNs()))
                .isLessThan(ofSeconds(4).plus(GRACE).plusSeconds(20));
        assertThat(run.outcomes(Outcome.Refused.class)).isPositive();
        assertThat(run.checks()).anyMatch(check -> check.verdict() == Verdict.UNDECIDED);
        assertThat(run.exits()).contains(ExitCode.EXPECTATION, ExitCode.INVALID).doesNotContain(ExitCode.DATA);

        server.up();
        assertThat(run.load().check()).noneMatch(TpccFaultServerTest::bad);
    }

    private static Disturbed disturbed(Driven driven, Duration length, Duration reconnectWithin, Fault fault)
            throws IOException, InterruptedException {
        TpccSettings settings = settings(driven);
        SqlDatabase database = server.database(reconnectWithin);
        TpccLoad load = new TpccLoad(database, settings);
        load.setUp();
        Observer observer = new Observer();
        CompletableFuture<Void> worked = CompletableFuture.runAsync(() -> work(fault, observer));
        RunResult result = new LoadRun(load, plan(driven, settings, length), List.of(observer)).execute();
        worked.join();
        return new Disturbed(load, result, observer, load.check());
    }

    private static void work(Fault fault, Observer observer) {
        try {
            fault.work(server, observer);
        } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** Returns the settings: four hundred users whose waits are a tenth of those specified come to 190 transactions a second. */
    private static TpccSettings settings(Driven driven) {
        TerminalWaits tenth = TerminalWaits.of(
                type -> new Wait(type.keying().dividedBy(10), type.meanThink().dividedBy(10)));
        return switch (driven) {
            case RATE -> TpccSettings.of(LoadedServer.ONE, new DeckMix(), 3);
            case USERS ->
                new TpccSettings(
                        new TerminalHomes(LoadedServer.ONE, 400),
                        new DeckMix(),
                        Optional.of(tenth),
                        4,
                        true,
                        TpccSettings.TpccEvidence.of(LoadedServer.ONE));
        };
    }

    private static LoadPlan plan(Driven driven, TpccSettings settings, Duration length) {
        LoadPace pace = switch (driven) {
            case RATE -> new LoadPace.Rate(200, LoadPace.Arrival.CONSTANT);
            case USERS -> new LoadPace.Users(400, settings.users().orElseThrow(), 2);
        };
        return new LoadPlan(
                SESSIONS,
                pace,
                OptionalLong.empty(),
                Optional.of(length),
                Duration.ZERO,
                GRACE,
                3,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }

    /** Asserts that every turn and every second is counted, whatever happened. */
    private static void assertThatNothingIsUncounted(Disturbed run) {
        List<Tick> ticks = run.observer().ticks();
        assertThat(ticks)
                .extracting(Tick::second)
                .containsExactlyElementsOf(
                        LongStream.range(0, ticks.size()).boxed().toList());
        assertThat(run.result().planned())
                .isEqualTo(run.result().finished() + run.result().unfinished());
        assertThat(run.result().total().operations().stream()
                        .mapToLong(OperationSummary::ended)
                        .sum())
                .isEqualTo(run.result().finished());
    }

    /** Returns the codes of all failed operations. */
    private static List<String> failures(Disturbed run) {
        return run.result().total().operations().stream()
                .flatMap(operation -> operation.outcomes().keySet().stream())
                .filter(outcome -> !(outcome instanceof Outcome.Ok))
                .map(Outcome::code)
                .distinct()
                .toList();
    }

    private static long unknownOrders(Disturbed run) {
        return run.result().total().operations().stream()
                .filter(summary -> summary.operation().name().equals(TransactionType.NEW_ORDER.label()))
                .mapToLong(OperationSummary::unknown)
                .sum();
    }

    private static String lookedUp(List<CheckResult> checks) {
        return checks.getLast().detail();
    }

    private static boolean bad(CheckResult check) {
        return check.verdict() == Verdict.FAILED || check.verdict() == Verdict.UNDECIDED;
    }
}
