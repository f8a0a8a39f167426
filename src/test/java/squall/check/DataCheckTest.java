package squall.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

class DataCheckTest {
    private static final String NAME = "acknowledged rows";

    @Test
    void what_was_seen_wrong_stays_wrong_when_the_database_cannot_be_asked_any_more() throws InterruptedException {
        CheckResult result = DataCheck.of(NAME, "rows", check -> {
            check.examined(3);
            check.wrong("row 7 is missing");
            throw new IOException("connection lost");
        });
        assertThat(result)
                .isEqualTo(new CheckResult(
                        NAME, Verdict.FAILED, "row 7 is missing; the rest could not be checked: connection lost"));
    }

    @Test
    void flaws_recorded_before_the_check_stand_although_the_check_never_got_an_answer() throws InterruptedException {
        DataAnomalies anomalies = new DataAnomalies();
        anomalies.add(DataAnomaly.TORN, "the sum is 348000, not 1000000");
        CheckResult result = DataCheck.of(NAME, "rows", check -> {
            check.wrong(anomalies);
            throw new IOException("connection lost");
        });
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.detail()).startsWith("1 torn (the sum is 348000, not 1000000); ");
    }

    @Test
    void what_a_check_counted_is_there_for_programs_with_each_kind_of_anomaly() {
        DataAnomalies anomalies = new DataAnomalies();
        CheckResult result = DataCheck.recorded(NAME, "rows", check -> {
            check.wrong(anomalies);
            anomalies.add(DataAnomaly.LOST, "row 3 acknowledged at 1200 ms");
            check.figure(CheckResult.ACKNOWLEDGED, 745);
            return "745 acknowledged";
        });
        assertThat(result.figures())
                .isEqualTo(Map.of(
                        "acknowledged", 745L, "lost", 1L, "phantom", 0L, "resurrected", 0L, "stale", 0L, "torn", 0L));
        assertThat(DataCheck.allowed(result, "fsync=off").figures()).isEqualTo(result.figures());
    }

    @Test
    void a_database_that_cannot_be_asked_leaves_data_without_a_flaw_undecided() throws InterruptedException {
        CheckResult result = DataCheck.of(NAME, "rows", check -> {
            check.examined(3);
            throw new IOException("connection lost");
        });
        assertThat(result).isEqualTo(new CheckResult(NAME, Verdict.UNDECIDED, "connection lost"));
    }

    @Test
    void a_check_that_looked_at_nothing_has_not_passed() throws InterruptedException {
        assertThat(DataCheck.of(NAME, "acknowledged rows", check -> "0 acknowledged rows, all there"))
                .isEqualTo(new CheckResult(NAME, Verdict.SKIPPED, "nothing to check: no acknowledged rows"));
    }

    @Test
    void what_is_wrong_is_told_with_the_counts_behind_it() {
        assertThat(DataCheck.recorded(NAME, "rows", check -> {
                    check.examined(3);
                    check.wrong("row 7 is missing");
                    return "3 acknowledged";
                }))
                .isEqualTo(new CheckResult(NAME, Verdict.FAILED, "row 7 is missing; 3 acknowledged"));
    }

    @Test
    void a_cause_that_leaves_several_checks_undecided_is_told_once() {
        CheckResult rows = new CheckResult("rows", Verdict.PASSED, "3 of 3");
        CheckResult bank = DataCheck.undecided("bank", "no answer");
        assertThat(DataCheck.together(List.of(
                        DataCheck.undecided("1", "db:1 refused"),
                        rows,
                        bank,
                        DataCheck.undecided("2", "db:1 refused"),
                        DataCheck.undecided("3", "db:1 refused"),
                        rows)))
                .containsExactly(DataCheck.undecided("3 checks could not run", "db:1 refused"), rows, bank, rows);
    }

    @Test
    void rows_that_were_looked_at_and_are_right_pass() {
        assertThat(DataCheck.recorded(NAME, "rows", check -> {
                    check.examined(3);
                    return "3 acknowledged, all there";
                }))
                .isEqualTo(new CheckResult(NAME, Verdict.PASSED, "3 acknowledged, all there"));
    }
}
