package squall.tpcc.loading;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyTextTest {
    private final CopyText text = new CopyText(1);

    @Test
    void a_row_is_a_line_of_values_apart_by_tabs() {
        text.whole(7);
        text.none();
        text.decimal(-10_00, 2);
        text.text("abcX".getBytes(US_ASCII), 3);
        text.moment(LocalDateTime.of(2026, 11, 21, 7, 5, 9));
        text.endRow();
        text.whole(8);
        text.endRow();
        assertThat(written()).isEqualTo("7\t\\N\t-10.00\tabc\t2026-11-21 07:05:09\n8\n");
        assertThat(text.rows()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0,4,0.0000", "2000,4,0.2000", "5,2,0.05", "-5,2,-0.05", "100,2,1.00", "2147483647,2,21474836.47"})
    void decimals_keep_their_digits(int unscaled, int scale, String wanted) {
        text.decimal(unscaled, scale);
        assertThat(written()).isEqualTo(wanted + "\t");
    }

    @ParameterizedTest
    @CsvSource({"0", "9", "10", "99999", "100000", "-1", "2147483647", "-2147483648"})
    void whole_numbers_keep_their_digits(int value) {
        text.whole(value);
        assertThat(written()).isEqualTo(value + "\t");
    }

    @Test
    void cleared_it_starts_over() {
        text.whole(1);
        text.endRow();
        text.clear();
        assertThat(text.rows()).isZero();
        assertThat(written()).isEmpty();
    }

    private String written() {
        return new String(text.bytes(), 0, text.size(), US_ASCII);
    }
}
