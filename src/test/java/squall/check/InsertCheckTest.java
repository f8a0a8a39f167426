package squall.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

class InsertCheckTest {
    private static final ErrorCode ERROR = new ErrorCode(ErrorKind.OTHER, "XX000");
    private static final Outcome REFUSED = new Outcome.Refused(ERROR, "");
    private static final Outcome UNKNOWN = new Outcome.Unknown(ERROR, "");

    private final InsertLog first = new InsertLog();
    private final InsertLog second = new InsertLog();
    private final InsertCheck check = new InsertCheck(List.of(first, second));

    @Test
    void all_that_was_acknowledged_is_there_and_nothing_else() {
        written(first, Outcome.OK, REFUSED, UNKNOWN, UNKNOWN);
        check(0, 0);
        check(0, 2);

        assertThat(check.judge().none()).isTrue();
        assertThat(check.wrong()).isEmpty();
        assertThat(check.counts()).isEqualTo("1 acknowledged, 1 refused, 2 unknown, of which 1 were applied");
    }

    @Test
    void what_is_lost_is_told_with_the_span_of_its_acknowledgements() {
        written(first, Outcome.OK, Outcome.OK);
        written(second, Outcome.OK);
        check(0, 0);

        assertThat(check.judge().count(DataAnomaly.LOST)).isEqualTo(2);
        assertThat(check.lostBySecond()).isEqualTo(Map.of(1L, 1L, 2L, 1L));
        assertThat(DataCheck.recorded("ledger", "rows", ledger -> {
                            ledger.examined(3);
                            check.addFigures(ledger);
                            return "";
                        })
                        .figures())
                .isEqualTo(Map.of("acknowledged", 3L, "unknown", 0L, "lost_stretch_ms", 1000L));
        assertThat(check.wrong())
                .isEqualTo(
                        "2 lost (writer 0 row 1 acknowledged at 2000 ms; writer 1 row 0 acknowledged at 1000 ms); the"
                                + " lost ones were acknowledged from 1.000 s to 2.000 s by n1");
        assertThat(check.counts()).isEqualTo("3 acknowledged, 0 refused, 0 unknown, of which 0 were applied");
    }

    @Test
    void a_refused_row_that_is_there_is_resurrected() {
        written(first, REFUSED);
        check(0, 0);

        assertThat(check.judge().count(DataAnomaly.RESURRECTED)).isOne();
        assertThat(check.wrong()).startsWith("1 resurrected (writer 0 row 0 was refused)");
    }

    @Test
    void a_row_that_no_client_wrote_is_a_phantom() {
        written(first, Outcome.OK);
        check(0, 0);
        check(0, 1);
        check(2, 0);
        check(0, Long.MAX_VALUE);

        assertThat(check.judge().count(DataAnomaly.PHANTOM)).isEqualTo(3);
    }

    @Test
    void a_row_that_is_not_as_it_was_written_is_torn_and_not_lost() {
        written(first, Outcome.OK);
        check.row(0, 0, false);

        assertThat(check.judge().count(DataAnomaly.TORN)).isOne();
        assertThat(check.judge().count(DataAnomaly.LOST)).isZero();
    }

    @Test
    void two_looks_are_alike_if_the_same_rows_were_there() {
        written(first, UNKNOWN, UNKNOWN);
        InsertCheck later = new InsertCheck(List.of(first, second));
        check(0, 1);
        assertThat(check.like(later)).isFalse();
        later.row(0, 1, true);
        assertThat(check.like(later)).isTrue();
    }

    @Test
    void a_row_that_was_begun_and_never_told_of_may_be_there() {
        first.begin();
        check(0, 0);

        assertThat(check.judge().none()).isTrue();
    }

    /** Records one insert a second, from the first on. */
    private static void written(InsertLog log, Outcome... outcomes) {
        for (Outcome outcome : outcomes) {
            log.end(outcome, (log.begin() + 1) * 1_000_000_000L, "n1");
        }
    }

    private void check(int writer, long number) {
        check.row(writer, number, true);
    }
}
