package squall.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VersionLedgerTest {
    private static final ObservedValue MISSING = new ObservedValue.Missing();

    private final VersionLedger ledger = new VersionLedger(100_000);

    @Test
    void an_acknowledged_row_that_is_missing_is_lost() {
        acknowledge(70_000, 1);

        assertThat(ledger.judgeRow(70_000, MISSING)).contains(DataAnomaly.LOST);
        assertThat(ledger.judgeRow(70_000, version(0))).isEmpty();
    }

    @Test
    void a_refused_row_that_is_there_is_a_phantom() {
        ledger.begin(7);
        ledger.refused(7);

        assertThat(ledger.judgeRow(7, version(0))).contains(DataAnomaly.PHANTOM);
        assertThat(ledger.judgeRow(7, MISSING)).isEmpty();
    }

    @Test
    void an_unknown_write_may_be_there_or_not() {
        acknowledge(7, 1);
        ledger.begin(7);
        ledger.unknown(7);

        assertThat(ledger.judgeRow(7, version(0))).isEmpty();
        assertThat(ledger.judgeRow(7, version(1))).isEmpty();
        assertThat(ledger.judgeRow(7, version(2))).contains(DataAnomaly.PHANTOM);
        assertThat(ledger.judgeRow(7, MISSING)).contains(DataAnomaly.LOST);
    }

    @Test
    void a_key_whose_last_write_is_unknown_is_not_written_again() {
        ledger.begin(7);
        ledger.unknown(7);

        assertThat(ledger.begin(7)).isEqualTo(VersionLedger.NONE);
        assertThat(ledger.isUnknown(7)).isTrue();
    }

    @Test
    void a_read_that_misses_an_earlier_acknowledgement_is_stale() {
        acknowledge(7, 3);

        assertThat(ledger.judgeRead(7, 2, version(1))).contains(DataAnomaly.STALE);
        assertThat(ledger.judgeRead(7, 2, version(2))).isEmpty();
        assertThat(ledger.judgeRow(7, version(1))).contains(DataAnomaly.LOST);
    }

    @Test
    void a_read_concurrent_with_a_write_may_see_either_version() {
        acknowledge(7, 1);
        int floor = ledger.acknowledgedVersion(7);
        ledger.begin(7);

        assertThat(ledger.judgeRead(7, floor, version(0))).isEmpty();
        assertThat(ledger.judgeRead(7, floor, version(1))).isEmpty();
        ledger.acknowledged(7);
        assertThat(ledger.judgeRead(7, floor, version(0))).isEmpty();
    }

    @Test
    void a_value_that_is_not_found_is_lost_only_if_nothing_can_have_replaced_it() {
        acknowledge(7, 1);
        assertThat(ledger.judgeRead(7, 0, new ObservedValue.NotUnder(0))).contains(DataAnomaly.LOST);

        ledger.begin(7);
        assertThat(ledger.judgeRead(7, 0, new ObservedValue.NotUnder(0))).isEmpty();
    }

    @Test
    void what_no_write_made_is_torn() {
        assertThat(ledger.judgeRow(7, new ObservedValue.Torn("half"))).contains(DataAnomaly.TORN);
    }

    @Test
    void a_row_found_before_the_run_counts_as_acknowledged() {
        ledger.found(7, 4);

        assertThat(ledger.acknowledgedVersion(7)).isEqualTo(4);
        assertThat(ledger.begin(7)).isEqualTo(5);
    }

    @Test
    void many_writers_never_hold_one_key_together() {
        AtomicInteger acknowledged = new AtomicInteger();
        IntStream.range(0, 50_000).parallel().forEach(n -> {
            if (ledger.begin(7) != VersionLedger.NONE) {
                ledger.acknowledged(7);
                acknowledged.incrementAndGet();
            }
        });

        assertThat(ledger.acknowledgedVersion(7) + 1).isEqualTo(acknowledged.get());
    }

    @Test
    void an_outcome_without_a_write_is_a_programming_error() {
        assertThatThrownBy(() -> ledger.acknowledged(7)).hasMessage("no write of key 7 is in flight");
    }

    @Test
    void flaws_are_counted_with_their_first_examples() {
        DataAnomalies anomalies = new DataAnomalies();
        assertThat(anomalies.none()).isTrue();
        IntStream.range(0, 5).forEach(n -> anomalies.add(DataAnomaly.LOST, "key " + n));
        anomalies.add(DataAnomaly.TORN, "half");

        assertThat(anomalies.text()).isEqualTo("5 lost (key 0; key 1; key 2), 1 torn (half)");
    }

    private void acknowledge(long key, int times) {
        for (int i = 0; i < times; i++) {
            ledger.begin(key);
            ledger.acknowledged(key);
        }
    }

    private static ObservedValue version(int number) {
        return new ObservedValue.Version(number);
    }
}
