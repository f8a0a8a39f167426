package squall.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

class CounterCheckTest {
    private static final Outcome REFUSED =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "could not serialize access");
    private static final Outcome UNKNOWN =
            new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "the connection broke");

    private final CounterCheck counter = new CounterCheck();

    @Test
    void an_update_that_another_transaction_overwrote_is_lost() {
        counter.add(85, 0);

        assertThat(judged(42))
                .isEqualTo(new CheckResult(
                        "counter",
                        Verdict.FAILED,
                        "43 lost (updates: 85 were acknowledged, but the counter was incremented by 42)",
                        anomalies(43)));
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3})
    void an_update_of_unknown_outcome_may_be_in_it_or_not(long raised) {
        counter.ended(Outcome.OK);
        counter.ended(Outcome.OK);
        counter.ended(REFUSED);
        counter.ended(UNKNOWN);

        assertThat(judged(raised))
                .isEqualTo(new CheckResult(
                        "counter",
                        Verdict.PASSED,
                        "2 updates acknowledged, 1 unknown; the counter was incremented by " + raised,
                        anomalies(0)));
    }

    @Test
    void an_update_that_was_refused_and_is_in_it_is_a_phantom() {
        counter.ended(Outcome.OK);
        counter.ended(REFUSED);

        assertThat(counter.judge(2).count(DataAnomaly.PHANTOM)).isEqualTo(1);
    }

    @Test
    void without_an_acknowledged_update_there_is_nothing_to_check() {
        counter.ended(REFUSED);

        assertThat(judged(0))
                .isEqualTo(new CheckResult("counter", Verdict.SKIPPED, "nothing to check: no acknowledged updates"));
    }

    private static Map<String, Long> anomalies(long lost) {
        return Map.of("lost", lost, "phantom", 0L, "resurrected", 0L, "stale", 0L, "torn", 0L);
    }

    private CheckResult judged(long raised) {
        return DataCheck.recorded("counter", "acknowledged updates", check -> counter.judge(raised, check));
    }
}
