package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.check.isolation.Histories.lists;
import static squall.check.isolation.Histories.registers;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.isolation.IsolationResult.Witness;

class IsolationCheckerTest {
    @Test
    void transactions_one_after_the_other_are_strictly_serializable() throws Exception {
        var result = lists().committed("w x 1, r x 1")
                .committed("r x 1, w x 2, w y 3")
                .committed("r x 1 2, r y 3")
                .check();
        assertThat(result.text()).isEqualTo("no anomaly in 3 transactions: strict serializable holds");
        assertThat(result.holds(ConsistencyModel.STRICT_SERIALIZABLE)).isTrue();
    }

    @Test
    void writes_that_overwrite_each_other_in_a_circle_are_dirty() throws Exception {
        var result = lists().together("w x 1, w y 2", "w x 3, w y 4")
                .committed("r x 1 3, r y 4 2")
                .check();
        assertThat(result.counts()).containsOnlyKeys(Anomaly.DIRTY_WRITE);
        assertThat(result.strongest()).isEmpty();
        assertThat(result.text()).isEqualTo("dirty write (G0) (1): not even read uncommitted");
    }

    @Test
    void a_read_of_what_was_rolled_back_is_an_aborted_read() throws Exception {
        var result = lists().ended(History.Ending.ABORTED, "w x 1")
                .committed("r x 1")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.ABORTED_READ, 1L));
        assertThat(result.strongest()).containsExactly(ConsistencyModel.READ_UNCOMMITTED);
        assertThat(result.witnesses().getFirst().text()).isEqualTo("""
                aborted read (G1a)
                  T1 (session 1) read key 120 as [1], but T0 (session 0), which appended 1 to key 120, was rolled back""");
    }

    @Test
    void an_unknown_transaction_that_was_seen_has_committed() throws Exception {
        assertThat(lists().ended(History.Ending.UNKNOWN, "w x 1")
                        .committed("r x 1")
                        .check()
                        .counts())
                .isEmpty();
    }

    @Test
    void an_unknown_transaction_may_take_effect_after_it_ended() throws Exception {
        assertThat(lists().ended(History.Ending.UNKNOWN, "w x 1")
                        .committed("r x")
                        .committed("r x 1")
                        .check()
                        .counts())
                .isEmpty();
    }

    @Test
    void a_read_of_half_a_transaction_s_appends_is_an_intermediate_read() throws Exception {
        assertThat(lists().together("w x 1, w x 2", "r x 1").check().counts())
                .containsOnlyKeys(Anomaly.INTERMEDIATE_READ, Anomaly.READ_SKEW);
        assertThat(registers().together("w x 1, w x 2", "r x 1").check().counts())
                .containsOnlyKeys(Anomaly.INTERMEDIATE_READ);
    }

    @Test
    void transactions_that_saw_each_other_are_circular_information_flow() throws Exception {
        assertThat(lists().together("w x 1, r y 2", "w y 2, r x 1").check().counts())
                .containsExactly(Map.entry(Anomaly.CIRCULAR_INFORMATION_FLOW, 1L));
    }

    @Test
    void a_read_of_what_its_own_transaction_wrote_only_later_is_circular_information_flow() throws Exception {
        for (var history : List.of(lists(), registers())) {
            var result = history.committed("r x 1, w x 1").check();
            assertThat(result.counts()).containsOnlyKeys(Anomaly.CIRCULAR_INFORMATION_FLOW);
            assertThat(result.strongest()).containsExactly(ConsistencyModel.READ_UNCOMMITTED);
        }
        assertThat(lists().committed("r x 1, w x 1")
                        .check()
                        .witnesses()
                        .getFirst()
                        .text())
                .isEqualTo("""
                circular information flow (G1c)
                  T0 (session 0) read key 120 as [1] before it appended 1 to key 120 itself""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r x 2 1", "r x 2"})
    void appends_of_one_transaction_in_another_order_than_it_made_them_are_incompatible(String read) throws Exception {
        var result = lists().committed("w x 1, w x 2").committed(read).check();
        assertThat(result.counts()).containsEntry(Anomaly.INCOMPATIBLE_ORDER, 1L);
        assertThat(result.allows(ConsistencyModel.READ_COMMITTED)).isFalse();
        assertThat(result.witnesses()).extracting(Witness::text).contains("""
                incompatible order
                  T0 (session 0) appended 1 to key 120 before it appended 2 to key 120, but reads show 2 first""");
    }

    @Test
    void two_updates_of_one_version_are_a_lost_update() throws Exception {
        var result = lists().committed("w x 1")
                .together("r x 1, w x 2", "r x 1, w x 3")
                .committed("r x 1 2 3")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.LOST_UPDATE, 1L));
        assertThat(result.text()).isEqualTo("lost update (1): at most read committed");
        assertThat(registers()
                        .committed("w x 1")
                        .together("r x 1, w x 2", "r x 1, w x 3")
                        .committed("r x 3")
                        .check()
                        .counts())
                .containsExactly(Map.entry(Anomaly.LOST_UPDATE, 1L));
    }

    @Test
    void a_part_of_another_transaction_s_writes_is_read_skew() throws Exception {
        var result = lists().together("w x 1, w y 2", "r x 1, r y")
                .committed("r x 1, r y 2")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.READ_SKEW, 1L));
        assertThat(result.strongest()).containsExactly(ConsistencyModel.READ_COMMITTED);
        assertThat(result.witnesses().getFirst().text()).isEqualTo("""
                read skew (G-single)
                  T1 (session 1) read key 121 as [] and did not see the 2 that T0 (session 0) appended
                  T1 (session 1) read key 120 as [1], which T0 (session 0) had appended 1 to""");
    }

    @Test
    void writes_over_what_the_other_one_read_are_write_skew() throws Exception {
        var result = lists().together("r x, r y, w x 1", "r x, r y, w y 2")
                .committed("r x 1, r y 2")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.WRITE_SKEW, 1L));
        assertThat(result.strongest()).containsExactly(ConsistencyModel.STRONG_SNAPSHOT);
        assertThat(result.allows(ConsistencyModel.SERIALIZABLE)).isFalse();
    }

    @Test
    void two_readers_that_disagree_about_the_order_of_two_writers_are_a_long_fork() throws Exception {
        var result = lists().together("w x 1", "w y 2", "r x 1, r y", "r x, r y 2")
                .committed("r x 1, r y 2")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.NON_ADJACENT, 1L));
        assertThat(result.allows(ConsistencyModel.SNAPSHOT)).isFalse();
    }

    @Test
    void rows_that_a_predicate_missed_are_phantoms_which_repeatable_read_allows() throws Exception {
        var result = lists().together("p x, p y, w x 1", "p x, p y, w y 2")
                .committed("r x 1, r y 2")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.PREDICATE_WRITE_SKEW, 1L));
        assertThat(result.strongest())
                .containsExactlyInAnyOrder(ConsistencyModel.REPEATABLE_READ, ConsistencyModel.STRONG_SNAPSHOT);
    }

    @Test
    void two_different_reads_of_one_key_are_not_repeatable() throws Exception {
        assertThat(lists().together("w x 1", "r x, r x 1").check().counts()).containsOnlyKeys(Anomaly.INTERNAL);
        assertThat(registers().together("w x 1", "r x, r x 1").check().counts()).containsOnlyKeys(Anomaly.INTERNAL);
    }

    @Test
    void a_transaction_that_does_not_see_its_own_write_is_internally_inconsistent() throws Exception {
        assertThat(lists().committed("w x 1, r x").committed("r x 1").check().counts())
                .containsOnlyKeys(Anomaly.INTERNAL);
        assertThat(registers().committed("w x 1, r x").check().counts()).containsOnlyKeys(Anomaly.INTERNAL);
    }

    @Test
    void a_read_that_misses_what_was_acknowledged_before_it_began_is_stale() throws Exception {
        var result =
                lists().committed("w x 1").committed("r x").committed("r x 1").check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.STALE_READ, 1L));
        assertThat(result.strongest()).containsExactly(ConsistencyModel.STRONG_SESSION_SERIALIZABLE);
        assertThat(result.holds(ConsistencyModel.SERIALIZABLE)).isTrue();
    }

    @Test
    void a_session_that_does_not_see_its_own_write_violates_its_order() throws Exception {
        var result = lists().inSession(7, "w x 1")
                .inSession(7, "r x")
                .committed("r x 1")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.SESSION_ORDER, 1L));
        assertThat(result.strongest()).containsExactly(ConsistencyModel.SERIALIZABLE);
    }

    @Test
    void an_acknowledged_write_that_is_absent_at_the_end_is_lost_at_every_level() throws Exception {
        assertThat(lists().committed("w x 1")
                        .committed("w x 2")
                        .last("r x 1")
                        .check()
                        .counts())
                .containsKey(Anomaly.LOST_WRITE);
        assertThat(registers()
                        .committed("r x, w x 1")
                        .committed("r x 1, w x 2")
                        .last("r x 1")
                        .check()
                        .strongest())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(History.Model.class)
    void a_write_that_was_still_under_way_at_the_last_read_is_not_lost(History.Model model) throws Exception {
        var builder = History.builder(model);
        builder.begin(0, 10).read(1).write(1, 1).end(30, History.Ending.COMMITTED);
        builder.begin(1, 20).last().read(1).end(25, History.Ending.COMMITTED);
        assertThat(IsolationChecker.check(builder.build()).counts()).isEmpty();
    }

    @Test
    void reads_of_one_list_in_two_orders_are_incompatible() throws Exception {
        assertThat(lists().together("w x 1", "w x 2", "r x 1 2", "r x 2 1")
                        .check()
                        .counts())
                .containsKey(Anomaly.INCOMPATIBLE_ORDER);
    }

    @Test
    void a_value_that_was_never_written_or_stands_in_a_list_twice_rules_everything_out() throws Exception {
        assertThat(lists().committed("r x 9").check().counts()).containsOnlyKeys(Anomaly.UNWRITTEN_VALUE);
        assertThat(lists().committed("w x 1").committed("r x 1 1").check().counts())
                .containsOnlyKeys(Anomaly.DUPLICATE_VALUE);
    }

    @Test
    void blind_writes_of_registers_leave_levels_open() throws Exception {
        var result = registers().together("w x 1", "w x 2").committed("r x 2").check();
        assertThat(result.counts()).isEmpty();
        assertThat(result.complete()).isFalse();
        assertThat(result.holds(ConsistencyModel.SERIALIZABLE)).isFalse();
        assertThat(result.text()).isEqualTo("no anomaly in 3 transactions; the order of some versions is not known");
    }

    @Test
    void a_value_that_is_written_twice_is_refused_with_its_transaction() {
        assertThatThrownBy(() -> lists().committed("w x 1").committed("w x 1"))
                .isInstanceOf(InvalidHistoryException.class)
                .hasMessage(
                        "value 1 is written to key 120 twice, first by transaction 0: every value must be unique to its key");
    }

    @ParameterizedTest
    @EnumSource(History.Ending.class)
    void a_session_that_does_two_things_at_once_is_refused(History.Ending first) {
        assertThatThrownBy(() -> lists().add(3, 0, 10, first, "w x 1")
                        .add(3, 5, 15, History.Ending.COMMITTED, "r x 1")
                        .check())
                .isInstanceOf(InvalidHistoryException.class)
                .hasMessage("it begins before transaction 0 of the same session 3 has ended");
    }

    /** Checks an example of Kingsbury and Alvaro, VLDB 2020: of three transactions of TiDB one appended to a list in a state it had not read. */
    @Test
    void the_example_of_elle_s_paper_is_a_single_anti_dependency() throws Exception {
        var result = lists().together("w x 2")
                .together("w x 1")
                .together("r x 2 1, w y 5, w x 4", "w x 5", "r x 2 1 5 4")
                .check();
        assertThat(result.counts()).containsExactly(Map.entry(Anomaly.READ_SKEW, 1L));
        assertThat(result.witnesses().getFirst().text()).isEqualTo("""
                read skew (G-single)
                  T2 (session 2) read key 120 as [2 1] and did not see the 5 that T3 (session 3) appended
                  T2 (session 2) appended 4 to key 120 after T3 (session 3)'s append of 5""");
    }

    /** Checks the shape of Jepsen's finding in PostgreSQL 12.3: two serializable transactions, each of which misses the other's append. */
    @Test
    void what_jepsen_found_in_postgresql_12_3_is_write_skew() throws Exception {
        var result = lists().together("r x, w y 1", "r y, w x 2")
                .committed("r x 2, r y 1")
                .check();
        assertThat(result.text()).isEqualTo("write skew (G2-item) (1): at most strong snapshot isolation");
    }

    /** Checks the shape of Jepsen's finding in CockroachDB (2017) and YugabyteDB: a read that misses a write acknowledged before it. */
    @Test
    void a_causal_reverse_is_serializable_but_not_strictly() throws Exception {
        var result = lists().add(0, 0, 10, History.Ending.COMMITTED, "w x 1")
                .add(1, 20, 30, History.Ending.COMMITTED, "w y 2")
                .add(2, 5, 40, History.Ending.COMMITTED, "r x, r y 2")
                .add(3, 50, 60, History.Ending.COMMITTED, "r x 1, r y 2")
                .check();
        assertThat(result.holds(ConsistencyModel.SERIALIZABLE)).isTrue();
        assertThat(result.strongest()).isEqualTo(Set.of(ConsistencyModel.STRONG_SESSION_SERIALIZABLE));
        assertThat(result.counts()).containsOnlyKeys(Anomaly.REAL_TIME_ORDER);
    }

    @Test
    void only_what_a_search_found_may_be_more_than_was_counted() {
        IsolationResult cut = new IsolationResult(
                9,
                0,
                0,
                new IsolationResult.Knowledge(true, true),
                false,
                Map.of(Anomaly.LOST_UPDATE, 1_200L, Anomaly.WRITE_SKEW, 3L),
                List.of());
        assertThat(cut.text())
                .isEqualTo("lost update (1,200), write skew (G2-item) (3 or more): at most read committed");
    }
}
