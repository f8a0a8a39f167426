package squall.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.check.DataAnomaly;
import squall.check.ObservedValue;
import squall.check.VersionLedger;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** Test of writes of several parts, as {@code Cassandra} shows them. */
class KeyHistoryTest {
    private static final long KEY = 3;

    private final VersionLedger ledger = new VersionLedger(10);
    private final KeyHistory evidence = new KeyHistory(ledger, new KeySequence(ledger, 0, 5, 10), false);

    @Test
    void parts_seen_apart_while_a_write_is_under_way_are_counted_and_no_flaw() {
        acknowledged(0);
        ledger.begin(KEY);

        assertThat(evidence.judgeRead(KEY, 0, parts(0, 1))).isEmpty();
        assertThat(evidence.splits())
                .isEqualTo(new CheckResult(
                        "isolation",
                        Verdict.SKIPPED,
                        "1 read saw one part of a write without the other, which this database allows"));
    }

    @Test
    void a_part_that_is_older_than_what_was_acknowledged_is_stale() {
        acknowledged(0);
        acknowledged(1);

        assertThat(evidence.judgeRead(KEY, 1, parts(1, 0))).contains(DataAnomaly.STALE);
    }

    @Test
    void where_one_replica_is_asked_a_stale_read_is_counted_and_a_phantom_is_a_flaw() {
        KeyHistory lenient = new KeyHistory(ledger, new KeySequence(ledger, 0, 5, 10), true);
        acknowledged(0);
        acknowledged(1);

        assertThat(lenient.judgeRead(KEY, 1, parts(0, 0))).isEmpty();
        assertThat(lenient.reads())
                .isEqualTo(new CheckResult(
                        "reads",
                        Verdict.SKIPPED,
                        "1 read missed what was acknowledged, which reads of one replica may"));
        assertThat(lenient.judgeRead(KEY, 1, parts(7, 7))).contains(DataAnomaly.PHANTOM);
        assertThat(lenient.reads().verdict()).isEqualTo(Verdict.FAILED);
    }

    @Test
    void after_an_unknown_write_one_part_may_be_there_without_the_other() throws InterruptedException {
        acknowledged(0);
        ledger.begin(KEY);
        ledger.unknown(KEY);

        assertThat(surveyed(parts(1, 0)).verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void after_an_acknowledged_one_it_may_not() throws InterruptedException {
        acknowledged(0);
        acknowledged(1);

        assertThat(surveyed(parts(1, 0)))
                .isEqualTo(new CheckResult(
                        "acknowledged writes",
                        Verdict.FAILED,
                        "1 lost (key 3: version 0, version 1 was acknowledged)",
                        Map.of(
                                "acknowledged",
                                1L,
                                "unknown",
                                0L,
                                "lost",
                                1L,
                                "phantom",
                                0L,
                                "resurrected",
                                0L,
                                "stale",
                                0L,
                                "torn",
                                0L)));
    }

    @Test
    void a_key_that_was_told_as_torn_is_not_told_again() throws InterruptedException {
        acknowledged(0);

        CheckResult result = evidence.new KeySurvey().of(rows -> {
            rows.row(KEY, new ObservedValue.Torn("half a row"));
            rows.row(KEY, new ObservedValue.Missing());
        });

        assertThat(result.detail()).isEqualTo("1 torn (key 3: half a row, version 0 was acknowledged)");
    }

    @Test
    void rows_found_wrong_stay_wrong_when_the_rest_of_the_table_cannot_be_read() throws InterruptedException {
        acknowledged(0);
        acknowledged(1);

        CheckResult result = evidence.new KeySurvey().of(rows -> {
            rows.row(KEY, new ObservedValue.Version(0));
            throw new IOException("connection lost");
        });

        assertThat(result)
                .isEqualTo(new CheckResult(
                        "acknowledged writes",
                        Verdict.FAILED,
                        "1 lost (key 3: version 0, version 1 was acknowledged); the rest could not be checked: connection lost",
                        Map.of("lost", 1L, "phantom", 0L, "resurrected", 0L, "stale", 0L, "torn", 0L)));
    }

    @Test
    void rows_that_were_not_reached_are_not_lost() throws InterruptedException {
        acknowledged(0);

        assertThat(evidence.new KeySurvey()
                        .of(rows -> {
                            throw new IOException("connection lost");
                        })
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void without_an_acknowledged_row_there_is_nothing_to_check() throws InterruptedException {
        assertThat(evidence.new KeySurvey().of(rows -> {}))
                .isEqualTo(new CheckResult(
                        "acknowledged writes", Verdict.SKIPPED, "nothing to check: no acknowledged rows"));
        assertThat(evidence.reads()).isEqualTo(new CheckResult("reads", Verdict.SKIPPED, "nothing to check: no reads"));
    }

    private CheckResult surveyed(List<ObservedValue> parts) throws InterruptedException {
        return evidence.new KeySurvey().of(rows -> rows.row(KEY, parts));
    }

    private void acknowledged(int version) {
        assertThat(ledger.begin(KEY)).isEqualTo(version);
        ledger.acknowledged(KEY);
    }

    private static List<ObservedValue> parts(int one, int two) {
        return List.of(new ObservedValue.Version(one), new ObservedValue.Version(two));
    }
}
