package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.adversity.probe.intent.WriteIntents;
import squall.check.DataAnomaly;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.CheckResult.Verdict;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.PollDeadline;

/** Test of the probes' findings on a real server that keeps its word, on one whose data is corrupted, and on one that lies. */
@Tag("server")
@Tag("extended")
class ConsistencyProbesServerTest {
    private static final ProbeSettings LEDGER = ProbeSettings.NONE.with(new ProbeSettings.Ledger(2, 300));

    @RegisterExtension
    static final Postgres POSTGRES = new Postgres();

    @Test
    void a_server_that_crashes_and_comes_back_with_all_it_acknowledged_passes() throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(ProbeSamples.ALL)) {
            POSTGRES.start(probes);
            POSTGRES.await(rows(), 100);
            POSTGRES.crashAndRestart();
            POSTGRES.await(rows(), POSTGRES.number(rows()) + 100);
            assertThat(PollDeadline.in(Duration.ofMinutes(2))
                            .await(() -> probes.lanes().stream().allMatch(ConsistencyProbesServerTest::answersNow)))
                    .isTrue();
            probes.stop();
            assertThat(probes.verdict(POSTGRES.intents()))
                    .allSatisfy(finding -> assertThat(finding.check().verdict())
                            .as(finding.check().detail())
                            .isEqualTo(Verdict.PASSED))
                    .extracting(ProbeFinding::probe)
                    .containsExactly("ledger", "register", "bank", "counter");
            assertThat(probes.lanes())
                    .extracting(LaneSeries::name)
                    .containsExactly("primary write", "primary read", "n1 answers");
            assertThat(probes.lanes()).allSatisfy(ConsistencyProbesServerTest::wentAndCame);
            assertThat(POSTGRES.number(rows())).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ledger   | LOST    | DELETE FROM squall_ledger WHERE run = $R AND writer = 1 AND seq = 3",
                "ledger   | PHANTOM | INSERT INTO squall_ledger VALUES ($R, 1, 1000000, 7, 'seven')",
                "ledger   | TORN    | UPDATE squall_ledger SET payload = 'x' || substr(payload, 2) WHERE run = $R AND"
                        + " seq = 3",
                "ledger   | TORN    | UPDATE squall_ledger SET crc = crc + 1 WHERE run = $R AND writer = 0 AND seq = 3",
                "register | LOST    | UPDATE squall_register SET ver = 1 WHERE run = $R AND k = 3",
                "register | LOST    | DELETE FROM squall_register WHERE run = $R AND k = 3",
                "register | PHANTOM | UPDATE squall_register SET ver = ver + 1000 WHERE run = $R AND k = 3",
                "bank     | TORN    | UPDATE squall_bank SET balance = balance + 1 WHERE run = $R AND id = 0",
                "bank     | LOST    | DELETE FROM squall_bank WHERE run = $R AND id = 0",
                "counter  | LOST    | UPDATE squall_counter SET n = n - 3 WHERE run = $R",
                "counter  | PHANTOM | UPDATE squall_counter SET n = n + 1000000 WHERE run = $R",
                "counter  | LOST    | DELETE FROM squall_counter WHERE run = $R"
            })
    void corruption_is_found(String probe, DataAnomaly anomaly, String misdeed) throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(ProbeSamples.ALL)) {
            POSTGRES.start(probes);
            POSTGRES.await(rows(), 100);
            POSTGRES.await(
                    "SELECT min(ver) FROM squall_register WHERE run = " + POSTGRES.runNumber(),
                    2); // so that 1 is older
            probes.stop();
            POSTGRES.tell(misdeed.replace("$R", String.valueOf(POSTGRES.runNumber())));
            List<ProbeFinding> findings = probes.verdict(POSTGRES.intents());
            assertThat(findings)
                    .filteredOn(finding -> finding.check().verdict() == Verdict.FAILED)
                    .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                    .containsExactly(Tuple.tuple(probe, Set.of(anomaly)));
            assertThat(POSTGRES.number(rows())).isPositive();
        }
    }

    @Test
    void a_server_that_holds_still_is_an_outage_of_its_lanes() throws Exception {
        ProbeSettings lanes = ProbeSettings.NONE.with(new ProbeSettings.Lanes(1, 20, Duration.ofMillis(500)));
        try (ConsistencyProbes probes = POSTGRES.open(lanes)) {
            POSTGRES.start(probes);
            until(probes, seen -> seen.size() > 20);
            POSTGRES.server().tree().freeze();
            until(probes, seen -> Collections.frequency(seen, false) > 20);
            POSTGRES.server().tree().thaw();
            until(
                    probes,
                    seen -> seen.subList(seen.lastIndexOf(false), seen.size()).size() > 20);
            probes.stop();
            assertThat(probes.verdict(POSTGRES.intents())).isEmpty();
            long end = probes.lanes().getFirst().completions().getLast().atNs() / 1_000_000_000;
            LaneOutages outages = LaneOutages.of(probes.lanes(), new FaultSpan(0, OptionalLong.empty(), end));
            assertThat(outages.lanes())
                    .hasSize(3)
                    .allSatisfy(outage -> assertThat(outage.longest()).isGreaterThan(Duration.ofMillis(900)));
        }
    }

    @Test
    void a_register_that_goes_back_while_it_is_read_is_stale() throws Exception {
        ProbeSettings registers =
                ProbeSettings.NONE.with(new ProbeSettings.Register(2, 400, RegisterMode.LINEARIZABLE));
        String version = "SELECT min(ver) FROM squall_register WHERE run = " + POSTGRES.runNumber();
        try (ConsistencyProbes probes = POSTGRES.open(registers)) {
            AwaitedFinding found = new AwaitedFinding(POSTGRES.intents());
            Postgres.start(probes, found);
            POSTGRES.await(version, 20);
            goBack();
            found.await();
            probes.stop();
            assertThat(probes.verdict(POSTGRES.intents())).singleElement().satisfies(finding -> {
                assertThat(finding.counts()).containsKey(DataAnomaly.STALE);
                assertThat(finding.check().detail()).contains(": version 3 read at ");
            });
        } finally {
            POSTGRES.tell("DROP FUNCTION IF EXISTS replay CASCADE");
        }
    }

    /** Makes the server put an old version in place of a new one, now and then, while it is read. */
    private void goBack() throws Exception {
        POSTGRES.tell("CREATE FUNCTION replay() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$BEGIN NEW.ver := 3; RETURN NEW; END$$");
        POSTGRES.tell("CREATE TRIGGER replays BEFORE UPDATE ON squall_register FOR EACH ROW WHEN (NEW.run = "
                + POSTGRES.runNumber() + " AND NEW.ver % 30 = 0) EXECUTE FUNCTION replay()");
    }

    /** Watch for a stale read: until the next write the old version stands for 10 ms only, and may well be missed. */
    private static final class AwaitedFinding implements WriteIntents {
        private static final Duration LIMIT = Duration.ofSeconds(60);

        private final WriteIntents intents;
        private final CountDownLatch stale = new CountDownLatch(1);

        AwaitedFinding(WriteIntents intents) {
            this.intents = intents;
        }

        void await() throws InterruptedException {
            assertThat(stale.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .describedAs("a read saw an old version within %s", LIMIT)
                    .isTrue();
        }

        @Override
        public void sending(WriteIntents.ProbeWrite write) throws IOException {
            intents.sending(write);
        }

        @Override
        public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
            intents.ended(write, outcome, atNs, endpoint);
        }

        @Override
        public void found(String probe, DataAnomaly anomaly, String example) {
            intents.found(probe, anomaly, example);
            if (anomaly == DataAnomaly.STALE) {
                stale.countDown();
            }
        }

        @Override
        public void removing() throws IOException {
            intents.removing();
        }
    }

    @Test
    void updates_lost_between_transactions_of_a_driver_that_has_none_are_found() throws Exception {
        ProbeSettings counter = ProbeSettings.NONE.with(new ProbeSettings.Counter(8, 2_000));
        try (ConsistencyProbes probes = POSTGRES.openWithoutTransactions(counter)) {
            POSTGRES.start(probes);
            POSTGRES.await("SELECT n FROM squall_counter WHERE run = " + POSTGRES.runNumber(), 1_000);
            probes.stop();
            assertThat(probes.verdict(POSTGRES.intents())).singleElement().satisfies(finding -> {
                assertThat(finding.check().verdict()).isEqualTo(Verdict.FAILED);
                assertThat(finding.counts().keySet()).isEqualTo(Set.of(DataAnomaly.LOST));
                assertThat(finding.check().detail()).contains(" lost (updates: ");
            });
        }
    }

    @Test
    void a_write_that_was_acknowledged_and_dropped_is_lost() throws Exception {
        assertThat(found(new Liar(Liar.DROPS)).counts()).isEqualTo(Map.of(DataAnomaly.LOST, 1L));
    }

    @Test
    void a_write_that_was_refused_and_applied_is_resurrected() throws Exception {
        assertThat(found(new Liar(truth -> {
                            truth.done();
                            return new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "40000"), "not me");
                        }))
                        .counts())
                .isEqualTo(Map.of(DataAnomaly.RESURRECTED, 1L));
    }

    @Test
    void a_write_of_unknown_outcome_may_be_there_or_not() throws Exception {
        ProbeFinding finding = found(new Liar(truth -> {
            truth.done();
            return new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "gone");
        }));
        assertThat(finding.check().verdict()).isEqualTo(Verdict.PASSED);
        assertThat(finding.check().detail()).contains(" 1 unknown, of which 1 were applied");
    }

    @Test
    void a_write_still_under_way_behind_its_clients_back_is_waited_for() throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(LEDGER);
                Connection zombie = POSTGRES.connect();
                Statement statement = zombie.createStatement()) {
            POSTGRES.start(probes);
            POSTGRES.await(rows(), 10);
            probes.stop();
            CompletableFuture<Void> write = CompletableFuture.runAsync(() -> late(statement));
            POSTGRES.await("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%squall_ledger%pg_sleep%'", 1);
            assertThat(probes.verdict(POSTGRES.intents()))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.counts()).isEqualTo(Map.of(DataAnomaly.PHANTOM, 1L)));
            write.join();
        }
    }

    /** Inserts a row that no client wrote, a second later, which shows whether its arrival was waited for. */
    private void late(Statement statement) {
        try {
            statement.execute("INSERT INTO squall_ledger SELECT " + POSTGRES.runNumber()
                    + ", 0, 1000000, 1, 'late' FROM pg_sleep(1)");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void where_standbys_and_disks_are_not_waited_for_losses_are_allowed_and_told() throws Exception {
        POSTGRES.tell("ALTER SYSTEM SET synchronous_commit = off");
        POSTGRES.tell("SELECT pg_reload_conf()");
        try {
            ProbeFinding finding = found(new Liar(Liar.DROPS));
            assertThat(finding.check().verdict()).isEqualTo(Verdict.PASSED);
            assertThat(finding.check().detail()).startsWith("1 lost ").endsWith("; allowed by synchronous_commit=off");
        } finally {
            POSTGRES.tell("ALTER SYSTEM RESET synchronous_commit");
            POSTGRES.tell("SELECT pg_reload_conf()");
        }
    }

    @Test
    void a_register_seen_to_go_back_stays_wrong_when_the_database_is_gone_at_the_end() throws Exception {
        ProbeSettings registers =
                ProbeSettings.NONE.with(new ProbeSettings.Register(2, 400, RegisterMode.LINEARIZABLE));
        String version = "SELECT min(ver) FROM squall_register WHERE run = " + POSTGRES.runNumber();
        try (ConsistencyProbes probes = POSTGRES.open(registers)) {
            AwaitedFinding found = new AwaitedFinding(POSTGRES.intents());
            Postgres.start(probes, found);
            POSTGRES.await(version, 20);
            goBack();
            found.await();
            probes.stop();
            POSTGRES.server().stopImmediate();
            assertThat(probes.verdict(POSTGRES.intents())).singleElement().satisfies(finding -> {
                assertThat(finding.check().verdict()).isEqualTo(Verdict.FAILED);
                assertThat(finding.counts()).containsKey(DataAnomaly.STALE);
                assertThat(finding.check().detail()).contains("; the rest could not be checked: ", "08001");
            });
        } finally {
            POSTGRES.crashAndRestart();
            POSTGRES.tell("DROP FUNCTION IF EXISTS replay CASCADE");
        }
    }

    @Test
    void probes_that_wrote_nothing_have_nothing_to_check() throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(ProbeSamples.ALL)) {
            assertThat(probes.verdict(POSTGRES.intents()))
                    .allSatisfy(finding -> assertThat(finding.check().verdict()).isEqualTo(Verdict.SKIPPED))
                    .extracting(finding -> finding.check().detail())
                    .containsExactly(
                            "nothing to check: no acknowledged rows",
                            "nothing to check: no acknowledged versions and reads",
                            "nothing to check: no acknowledged transfers",
                            "nothing to check: no acknowledged updates");
        }
    }

    @Test
    void a_database_that_is_gone_leaves_the_verdict_open() throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(LEDGER)) {
            POSTGRES.start(probes);
            POSTGRES.await(rows(), 10);
            probes.stop();
            POSTGRES.server().stopImmediate();
            assertThat(probes.verdict(POSTGRES.intents())).singleElement().satisfies(finding -> {
                assertThat(finding.check().verdict()).isEqualTo(Verdict.UNDECIDED);
                assertThat(finding.check().detail()).contains("08001");
            });
        } finally {
            POSTGRES.crashAndRestart();
        }
    }

    /** Returns a query for the number of rows that the run has in the ledger. */
    private static String rows() {
        return "SELECT count(*) FROM squall_ledger WHERE run = " + POSTGRES.runNumber();
    }

    /** Returns the ledger's finding on a server that lies. */
    private ProbeFinding found(Liar liar) throws Exception {
        try (ConsistencyProbes probes =
                ConsistencyProbes.open(LEDGER, liar.on(POSTGRES.stores()), ProbeSamples.SHORT)) {
            POSTGRES.start(probes);
            POSTGRES.await(rows(), 50);
            probes.stop();
            return probes.verdict(POSTGRES.intents()).getFirst();
        }
    }

    /** Waits until what every lane has seen is so. */
    private static void until(ConsistencyProbes probes, Predicate<List<Boolean>> so) {
        long deadlineNs = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!probes.lanes().stream()
                .map(ConsistencyProbesServerTest::answers)
                .allMatch(so)) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("the lanes see something else: " + probes.lanes());
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private static List<Boolean> answers(LaneSeries lane) {
        return lane.completions().stream().map(Completion::ok).toList();
    }

    private static boolean answersNow(LaneSeries lane) {
        return answers(lane).getLast();
    }

    /** Asserts an outage in the middle. A session of the lane may come back later than the others, so that its last word is no answer. */
    private static void wentAndCame(LaneSeries lane) {
        List<Boolean> answers = answers(lane);
        assertThat(answers).startsWith(true, true, true).contains(false);
        assertThat(answers.subList(answers.indexOf(false), answers.size())).contains(true);
        assertThat(lane.zone()).isEqualTo(lane.subject() == LaneSeries.Subject.NODE ? "a" : "");
    }
}
