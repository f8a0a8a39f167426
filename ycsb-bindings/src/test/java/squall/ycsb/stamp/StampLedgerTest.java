package squall.ycsb.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.store.ColumnSelection;

class StampLedgerTest {
    private static final ColumnSelection TWO = new ColumnSelection(List.of("field0", "field1"));
    private static final ColumnSelection SECOND = new ColumnSelection(List.of("field1"));
    private static final Outcome LOST = new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "closed");
    private static final Outcome REFUSED = new Outcome.Refused(new ErrorCode(ErrorKind.TIMEOUT, "57014"), "late");

    private final StampLedger ledger = new StampLedger(TWO, "me");
    private final StampLedger.Pen one = ledger.pen();
    private final StampLedger.Pen other = ledger.pen();

    @Test
    void a_value_is_stale_once_a_later_write_was_acknowledged() {
        StampedText.WriteStamp first = written(one, Outcome.OK, 1);
        assertThat(ledger.stale("k", 0, first)).isFalse();
        StampedText.WriteStamp second = written(one, Outcome.OK, 1);
        assertThat(ledger.stale("k", 0, first)).isTrue();
        assertThat(ledger.stale("k", 0, second)).isFalse();
        assertThat(ledger.stale("k", 0, StampedText.WriteStamp.LOADED)).isTrue();
        assertThat(ledger.stale("another", 0, StampedText.WriteStamp.LOADED)).isFalse();
    }

    @Test
    void of_two_writes_at_once_either_may_stand() {
        StampedText.WriteStamp early = one.begin();
        StampedText.WriteStamp late = other.begin();
        other.end("k", TWO, late, Outcome.OK, 1);
        one.end("k", TWO, early, Outcome.OK, 1);
        assertThat(ledger.stale("k", 0, early)).isFalse();
        assertThat(ledger.stale("k", 0, late)).isFalse();
    }

    @Test
    void a_write_that_was_refused_changes_nothing() {
        StampedText.WriteStamp first = written(one, Outcome.OK, 1);
        written(one, REFUSED, 1);
        assertThat(ledger.stale("k", 0, first)).isFalse();
    }

    @Test
    void a_write_of_unknown_outcome_may_arrive_at_any_time() {
        StampedText.WriteStamp unknown = written(one, LOST, 1);
        StampedText.WriteStamp again = written(one, Outcome.OK, 2);
        StampedText.WriteStamp forgotten = one.begin();
        one.forget(forgotten);
        written(one, Outcome.OK, 1);
        assertThat(List.of(unknown, again, forgotten)).noneMatch(stamp -> ledger.stale("k", 0, stamp));
        assertThat(ledger.stale("k", 0, StampedText.WriteStamp.LOADED)).isTrue();
    }

    @Test
    void columns_that_were_not_written_keep_what_they_had() {
        StampedText.WriteStamp stamp = one.begin();
        one.end("k", SECOND, stamp, Outcome.OK, 1);
        assertThat(ledger.stale("k", 0, StampedText.WriteStamp.LOADED)).isFalse();
        assertThat(ledger.stale("k", 1, StampedText.WriteStamp.LOADED)).isTrue();
    }

    private static StampedText.WriteStamp written(StampLedger.Pen pen, Outcome outcome, int attempts) {
        StampedText.WriteStamp stamp = pen.begin();
        pen.end("k", TWO, stamp, outcome, attempts);
        return stamp;
    }
}
