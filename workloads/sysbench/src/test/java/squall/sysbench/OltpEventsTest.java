package squall.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.OltpSettings.SbtestData;

class OltpEventsTest {
    @ParameterizedTest
    @CsvSource({
        "OLTP_INSERT, 1 INSERT_NEXT",
        "OLTP_POINT_SELECT, 1 POINT_SELECT",
        "OLTP_READ_ONLY, 10 POINT_SELECT 1 SIMPLE_RANGE 1 SUM_RANGE 1 ORDER_RANGE 1 DISTINCT_RANGE",
        "OLTP_READ_WRITE, 10 POINT_SELECT 1 SIMPLE_RANGE 1 SUM_RANGE 1 ORDER_RANGE 1 DISTINCT_RANGE"
                + " 1 INDEX_UPDATE 1 NON_INDEX_UPDATE 1 DELETE 1 INSERT",
        "OLTP_WRITE_ONLY, 1 INDEX_UPDATE 1 NON_INDEX_UPDATE 1 DELETE 1 INSERT",
        "OLTP_UPDATE_INDEX, 1 INDEX_UPDATE",
        "OLTP_UPDATE_NON_INDEX, 1 NON_INDEX_UPDATE",
        "OLTP_DELETE, 1 DELETE",
    })
    void an_event_has_the_statements_of_its_test_in_their_order(OltpTest test, String statements) {
        assertThat(text(new OltpEvents(settings(test, OltpMix.USUAL, 3)).at(0, 0)))
                .isEqualTo(statements);
    }

    @Test
    void counts_that_are_changed_change_the_event() {
        OltpMix mix = new OltpMix(2, 0, 0, 0, 0, 3, 0, 2);
        assertThat(text(new OltpEvents(settings(OltpTest.OLTP_READ_WRITE, mix, 3)).at(5, 0)))
                .isEqualTo("2 POINT_SELECT 3 INDEX_UPDATE 1 DELETE 1 INSERT 1 DELETE 1 INSERT");
        assertThat(mix.statements(OltpTest.OLTP_READ_WRITE)).isEqualTo(9);
    }

    @Test
    void a_deleted_row_is_inserted_again_under_its_id() {
        List<OltpEvents.OltpStep> steps = new OltpEvents(settings(OltpTest.OLTP_WRITE_ONLY, OltpMix.USUAL, 3)).at(9, 0);
        assertThat(steps.get(3).id()).isEqualTo(steps.get(2).id());
        assertThat(steps.get(3).table()).isEqualTo(steps.get(2).table());
    }

    /** Covers an old error: the last id of a very long range was negative, so that no row was read. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "5, 100, 104", "1, 2147483647, 2147483647", "2, 2147483647, 2147483647"})
    void a_range_ends_with_the_last_id_of_all(int id, int size, int last) {
        assertThat(new OltpEvents.OltpStep(OltpEvents.OltpStatement.SUM_RANGE, 1, id, 0, 0).lastId(size))
                .isEqualTo(last);
    }

    @Test
    void an_event_is_a_function_of_seed_number_and_restart() {
        OltpEvents events = new OltpEvents(settings(OltpTest.OLTP_READ_WRITE, OltpMix.USUAL, 3));
        List<OltpEvents.OltpStep> first = events.at(4, 0);
        events.at(5, 0);
        assertThat(events.at(4, 0)).isEqualTo(first);
        assertThat(events.at(4, 1)).isNotEqualTo(first);
        assertThat(new OltpEvents(settings(OltpTest.OLTP_READ_WRITE, OltpMix.USUAL, 4)).at(4, 0))
                .isNotEqualTo(first);
    }

    @Test
    void ids_that_the_client_chooses_never_come_twice() {
        OltpSettings settings = new OltpSettings(
                OltpTest.OLTP_INSERT,
                new SbtestData(1, 100, false, true),
                OltpMix.USUAL,
                new RandomDistribution.Uniform(),
                100,
                true,
                7,
                false);
        OltpEvents events = new OltpEvents(settings);
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 200_000; i++) {
            ids.add(events.at(i, 0).getFirst().id());
        }
        assertThat(ids).hasSize(200_000);
    }

    @Test
    void texts_are_groups_of_eleven_digits() {
        OltpEvents events = new OltpEvents(settings(OltpTest.OLTP_INSERT, OltpMix.USUAL, 3));
        OltpEvents.OltpStep insert = events.at(0, 0).getFirst();
        assertThat(events.c(insert)).matches("\\d{11}(-\\d{11}){9}").hasSize(119);
        assertThat(events.pad(insert)).matches("\\d{11}(-\\d{11}){4}").hasSize(59);
        assertThat(events.c(insert))
                .isEqualTo(events.c(insert))
                .isNotEqualTo(events.c(events.at(1, 0).getFirst()));
    }

    private static OltpSettings settings(OltpTest test, OltpMix mix, long seed) {
        return new OltpSettings(
                test,
                new SbtestData(4, 1000, true, true),
                mix,
                new RandomDistribution.Uniform(),
                100,
                true,
                seed,
                false);
    }

    /** Runs of the same statement are counted. */
    private static String text(List<OltpEvents.OltpStep> steps) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (int i = 1; i <= steps.size(); i++) {
            if (i == steps.size() || steps.get(i).statement() != steps.get(from).statement()) {
                text.append(i - from)
                        .append(' ')
                        .append(steps.get(from).statement())
                        .append(' ');
                from = i;
            }
        }
        assertThat(steps.stream().map(OltpEvents.OltpStep::table).collect(Collectors.toSet()))
                .allMatch(t -> t >= 1 && t <= 4);
        return text.toString().strip();
    }
}
