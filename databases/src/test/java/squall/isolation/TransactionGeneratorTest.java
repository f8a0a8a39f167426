package squall.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.isolation.History.Model;
import squall.check.isolation.HistoryTransaction.KeyOperation;

class TransactionGeneratorTest {
    private static final int MANY = 2_000;

    @ParameterizedTest
    @EnumSource
    void no_value_is_written_to_a_key_twice_and_no_key_is_written_more_often_than_wanted(Model model) {
        Set<String> seen = new HashSet<>();
        List<Long> values = new ArrayList<>();
        for (KeyOperation operation : operations(generator(workload(model), 3))) {
            if (operation instanceof KeyOperation.Write write) {
                assertThat(seen.add(write.key() + "=" + write.value())).isTrue();
                values.add(write.value());
            }
        }
        assertThat(values).hasSizeGreaterThan(MANY / 2).allMatch(value -> value >= 1 && value <= 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void registers_are_read_before_they_are_written(long seed) {
        TransactionGenerator generator = generator(workload(Model.REGISTER), seed);
        for (int index = 0; index < MANY; index++) {
            Set<Long> read = new HashSet<>();
            for (KeyOperation operation : generator.transaction(index)) {
                switch (operation) {
                    case KeyOperation.Read first -> read.add(first.key());
                    case KeyOperation.Write then -> assertThat(read).contains(then.key());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void writes_are_in_the_order_of_their_places_so_that_no_two_transactions_wait_for_each_other(Model model) {
        TransactionGenerator generator = generator(workload(model), 5);
        for (int index = 0; index < MANY; index++) {
            assertThat(generator.transaction(index).stream()
                            .filter(KeyOperation.Write.class::isInstance)
                            .map(write -> write.key() % 6)
                            .toList())
                    .isSorted();
        }
    }

    @Test
    void which_places_are_read_and_written_is_a_function_of_seed_and_number() {
        TransactionGenerator one = generator(workload(Model.LIST_APPEND), 7);
        TransactionGenerator other = generator(workload(Model.LIST_APPEND), 7);
        for (int index = MANY - 1; index >= 0; index--) {
            assertThat(one.writes(index)).isEqualTo(other.writes(index));
            assertThat(shape(one, index)).isEqualTo(shape(other, index));
        }
    }

    @Test
    void lengths_are_1_to_the_longest() {
        TransactionGenerator generator =
                generator(new IsolationWorkload(Model.LIST_APPEND, 6, 0, 8, constant(20), true), 1);
        Set<Integer> lengths = new HashSet<>();
        for (int index = 0; index < MANY; index++) {
            lengths.add(generator.transaction(index).size());
        }
        assertThat(lengths).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void a_hot_key_gets_its_share_and_what_chance_sends_there() {
        IsolationWorkload hot = new IsolationWorkload(Model.LIST_APPEND, 10, 0.5, 4, constant(500), true);
        List<KeyOperation> operations = operations(generator(hot, 1));
        long there = operations.stream()
                .filter(operation -> operation.key() % 10 == 0)
                .count();
        assertThat((double) there / operations.size()).isBetween(0.52, 0.58);
    }

    @Test
    void the_keys_for_the_last_read_are_all_that_were_given_out() {
        TransactionGenerator generator = generator(workload(Model.LIST_APPEND), 1);
        Set<Long> used = new HashSet<>();
        operations(generator).forEach(operation -> used.add(operation.key()));
        assertThat(generator.keys()).doesNotHaveDuplicates().containsAll(used);
        assertThat(generator.keys()).hasSizeLessThanOrEqualTo(used.size() + 6);
    }

    @Test
    void by_default_most_keys_are_short_lived_and_some_are_not() {
        IsolationWorkload zipfian = new IsolationWorkload(Model.LIST_APPEND, 6, 0, 5, WritesPerKey.ZIPFIAN, true);
        Map<Long, Long> writes = operations(generator(zipfian, 1)).stream()
                .filter(KeyOperation.Write.class::isInstance)
                .collect(Collectors.groupingBy(KeyOperation::key, Collectors.counting()));
        long few = writes.values().stream().filter(count -> count <= 7).count();
        assertThat((double) few / writes.size()).isBetween(0.4, 0.65);
        assertThat(writes.values()).anyMatch(count -> count > 60).allMatch(count -> count <= 100);
    }

    @Test
    void how_often_a_key_is_written_is_a_function_of_seed_and_key() {
        assertThat(drawn(3)).isEqualTo(drawn(3)).isNotEqualTo(drawn(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "501", "uniform", "", "-1", "1.5"})
    void another_number_of_writes_is_refused(String text) {
        assertThatThrownBy(() -> WritesPerKey.parse(text))
                .hasMessage("must be zipfian or a number from 1 to 500, not '" + text + "'");
        assertThat(WritesPerKey.parse("500")).isEqualTo(constant(500));
    }

    @Test
    void what_cannot_be_is_refused() {
        assertThatThrownBy(() -> new IsolationWorkload(Model.REGISTER, 6, 0, 9, constant(20), true))
                .hasMessage("the length of a transaction must be 1 to 8, not 9");
        assertThatThrownBy(() -> new IsolationWorkload(Model.REGISTER, 6, Double.NaN, 4, constant(20), true))
                .hasMessage("the share of the hot key must be in [0, 1), not NaN");
    }

    private static List<Integer> drawn(long seed) {
        return IntStream.range(0, 50)
                .mapToObj(key -> WritesPerKey.ZIPFIAN.of(seed, key))
                .toList();
    }

    private static WritesPerKey constant(int writes) {
        return new WritesPerKey(writes, false);
    }

    private static IsolationWorkload workload(Model model) {
        return new IsolationWorkload(model, 6, 0, 5, constant(20), true);
    }

    private static TransactionGenerator generator(IsolationWorkload workload, long seed) {
        return new TransactionGenerator(workload, seed);
    }

    private static List<KeyOperation> operations(TransactionGenerator generator) {
        List<KeyOperation> operations = new ArrayList<>();
        for (int index = 0; index < MANY; index++) {
            operations.addAll(generator.transaction(index));
        }
        return operations;
    }

    private static List<String> shape(TransactionGenerator generator, int index) {
        return generator.transaction(index).stream()
                .map(operation -> operation.getClass().getSimpleName() + operation.key() % 6)
                .toList();
    }
}
