package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceholdersTest {
    @Test
    void a_value_may_refer_to_another_and_a_name_may_be_made_of_others() {
        var values = new Placeholders(Map.of("size", "small", "small_rows", "1000", "rows", "${${size}_rows}"));

        assertThat(values.filled("-p recordcount=${rows}")).isEqualTo("-p recordcount=1000");
    }

    @Test
    void a_value_that_begins_with_an_equals_sign_is_computed() {
        var values = new Placeholders(Map.of("warehouses", "4", "terminals", "= 10 * ${warehouses}"));

        assertThat(values.filled("${terminals}")).isEqualTo("40");
    }

    @Test
    void sums_and_products_are_computed_from_left_to_right() {
        var values = new Placeholders(Map.of("w", "140000"));

        assertThat(values.computed("${w} * 499011 + 100000")).isEqualByComparingTo("69861640000");
        assertThat(values.computed("10 - 6 / 4 - 1")).isEqualByComparingTo("7.5");
    }

    @Test
    void a_word_that_is_nothing_but_a_placeholder_becomes_as_many_words_as_its_value_has() {
        var values = new Placeholders(Map.of("more", "-p a=1  -s", "none", "", "title", "two words"));

        assertThat(values.words(List.of("ycsb", "${more}", "${none}", "-l=${title}")))
                .containsExactly("ycsb", "-p", "a=1", "-s", "-l=two words");
        assertThat(new Placeholders(Map.of("test", "insert", "insert_size", "--tables 1"))
                        .words(List.of("${${test}_size}")))
                .containsExactly("--tables", "1");
    }

    @Test
    void a_name_without_a_value_is_refused_with_the_nearest() {
        var values = new Placeholders(Map.of("threads", "8", "rows", "1"));

        assertThatThrownBy(() -> values.filled("${thread}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("${thread} has no value, known are [rows, threads]; did you mean 'threads'?");
    }

    @Test
    void a_value_that_refers_to_itself_is_refused() {
        var values = new Placeholders(Map.of("a", "${b}", "b", "${a}", "c", "= ${c} + 1"));

        assertThatThrownBy(() -> values.filled("${a}")).hasMessage("'${a}' refers to itself");
        assertThatThrownBy(() -> values.filled("${c}")).hasMessageEndingWith("refers to itself");
    }

    @Test
    void what_is_no_number_and_a_division_by_zero_are_refused() {
        var values = new Placeholders(Map.of());

        assertThatThrownBy(() -> values.computed("2 * many"))
                .hasMessage("'2 * many': 'many' is no number; write numbers and operators with spaces between");
        assertThatThrownBy(() -> values.computed("1 / 0")).hasMessage("'1 / 0' divides by 0");
    }
}
