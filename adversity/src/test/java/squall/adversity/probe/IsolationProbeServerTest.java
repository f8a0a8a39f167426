package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.ProbeSettings;
import squall.spi.CheckResult.Verdict;

/** Test of the isolation probe on a real server, through a driver that has no transactions, and with a history that was cut off. */
@Tag("server")
@Tag("extended")
class IsolationProbeServerTest {
    @RegisterExtension
    static final Postgres POSTGRES = new Postgres();

    @Test
    void transactions_that_are_serializable_show_no_anomaly_and_leave_nothing(@TempDir Path directory)
            throws Exception {
        try (ConsistencyProbes probes = POSTGRES.open(isolation(IsolationExpectation.CLAIMED))) {
            assertThat(isolation(probes, directory)).satisfies(finding -> {
                assertThat(finding.check().verdict())
                        .as(finding.check().detail())
                        .isEqualTo(Verdict.PASSED);
                assertThat(finding.check().detail())
                        .startsWith("asked serializable, database says serializable, seen: no anomaly in ");
            });
        }
        assertThat(POSTGRES.number(
                        "SELECT count(*) FROM pg_class WHERE relname LIKE 'squall_isolation_" + table() + "'"))
                .isEqualTo(0);
    }

    @Test
    void transactions_of_a_driver_that_has_none_are_found_not_to_be_isolated(@TempDir Path directory) throws Exception {
        try (ConsistencyProbes probes = POSTGRES.openWithoutTransactions(isolation(IsolationExpectation.CLAIMED))) {
            assertThat(isolation(probes, directory)).satisfies(finding -> {
                assertThat(finding.check().verdict()).isEqualTo(Verdict.FAILED);
                assertThat(finding.check().detail())
                        .startsWith("asked serializable, database says serializable, seen: ")
                        .containsPattern("(aborted read \\(G1a\\)|lost update) \\(\\d");
            });
        }
    }

    /** Statements that commit themselves: everything goes but what even a single statement keeps. */
    @Test
    void a_database_of_which_less_is_expected_than_it_claims_is_judged_by_that(@TempDir Path directory)
            throws Exception {
        IsolationExpectation little =
                new IsolationExpectation(Optional.of(ConsistencyModel.READ_UNCOMMITTED), Set.of(Anomaly.DIRTY_WRITE));
        try (ConsistencyProbes probes = POSTGRES.openWithoutTransactions(isolation(little))) {
            assertThat(isolation(probes, directory)).satisfies(finding -> {
                assertThat(finding.check().detail())
                        .startsWith("asked serializable, database says serializable, expected read uncommitted, seen: ")
                        .containsPattern("(aborted read \\(G1a\\)|lost update) \\(\\d");
                assertThat(finding.check().verdict()).isEqualTo(Verdict.PASSED);
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1 | PASSED | seen: no anomaly in \\d[\\d,]* transactions; the recording was cut off, so transactions are missing",
                "UPDATE squall_isolation_$T SET v = split_part(v, ',', 1) WHERE v LIKE '%,%,%' | FAILED | seen: lost write .*: not even read uncommitted",
                "DROP TABLE squall_isolation_$T | UNDECIDED | .*squall_isolation_$T.*",
            })
    void the_history_of_a_run_that_was_killed_is_judged_with_what_the_database_holds(
            String misdeed, Verdict verdict, String detail, @TempDir Path directory) throws Exception {
        Path log = directory.resolve(IntentLog.NAME);
        try (ConsistencyProbes probes = POSTGRES.open(isolation(IsolationExpectation.CLAIMED));
                IntentLog own = IntentLog.begin(log, IntentLogFile.Origin.here(POSTGRES.run()))) {
            probes.keepIn(directory);
            Postgres.start(probes, own);
            POSTGRES.await("SELECT coalesce(sum(length(v)), 0) FROM squall_isolation_" + table(), 2_000);
            probes.stop();
        }
        cutOff(directory.resolve("probe-history.jsonl"));
        POSTGRES.tell(misdeed.replace("$T", table()));

        try (ConsistencyProbes recalled = ConsistencyProbes.recalled(
                isolation(IsolationExpectation.CLAIMED), POSTGRES.stores(), ProbeSamples.SHORT, log)) {
            assertThat(recalled.verdict(POSTGRES.intents())).singleElement().satisfies(finding -> {
                assertThat(finding.check().verdict())
                        .describedAs(finding.check().detail())
                        .isEqualTo(verdict);
                assertThat(finding.check().detail()).containsPattern(detail.replace("$T", table()));
            });
        }
    }

    /** Cuts off the last hundred lines, as if they were not flushed, and tears the line before them. */
    private static void cutOff(Path history) throws IOException {
        List<String> lines = Files.readAllLines(history);
        int kept = lines.size() - 100;
        Files.writeString(
                history,
                String.join("\n", lines.subList(0, kept)) + "\n"
                        + lines.get(kept).substring(0, 20));
    }

    private static ProbeSettings isolation(IsolationExpectation expectation) {
        return ProbeSettings.NONE.with(new ProbeSettings.Isolation(
                8, 3, 1_000, Optional.of(ProbeSettings.Isolation.Level.SERIALIZABLE), expectation));
    }

    private String table() {
        return Long.toHexString(POSTGRES.runNumber());
    }

    private ProbeFinding isolation(ConsistencyProbes probes, Path directory) throws Exception {
        probes.keepIn(directory);
        POSTGRES.start(probes);
        POSTGRES.await("SELECT coalesce(sum(length(v)), 0) FROM squall_isolation_" + table(), 5_000);
        probes.stop();
        return probes.verdict(POSTGRES.intents()).getFirst();
    }
}
