package squall.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.ycsb.distribution.LengthDistribution;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.RowValues;

class ValueMakerTest {
    private static final ColumnSelection TWO = new ColumnSelection(List.of("field0", "field1"));

    @Test
    void a_checkable_value_is_upstreams() {
        assertThat(new ValueMaker.Checkable(100).text("user6284781860667377211", "field0"))
                .isEqualTo("user6284781860667377211:field0:-56807877:2032869390:-165488160:1762371712:-169193395"
                        + ":-1039977118:-10");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 100})
    void random_values_are_printable_and_as_long_as_wanted(int length) {
        RowValues values = new RowValues(TWO);
        new ValueMaker.Random(LengthDistribution.constant(length)).fill("k", TWO, new SplitMix().seek(1, 2), values);
        assertThat(values.text(0)).hasSize(length).matches("[ -~]*").isNotEqualTo(values.text(1) + " ");
        assertThat(values.text(1)).hasSize(length).matches("[ -~]*");
    }

    @Test
    void the_same_seed_makes_the_same_values() {
        ValueMaker maker = new ValueMaker.Random(LengthDistribution.uniform(1, 50));
        assertThat(made(maker, 7)).isEqualTo(made(maker, 7)).isNotEqualTo(made(maker, 8));
    }

    private static List<String> made(ValueMaker maker, long n) {
        RowValues values = new RowValues(TWO);
        maker.fill("k", TWO, new SplitMix().seek(1, n), values);
        return List.of(values.text(0), values.text(1));
    }
}
