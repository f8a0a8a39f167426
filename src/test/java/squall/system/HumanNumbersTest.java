package squall.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0.004,0.00",
        "1.234,1.23",
        "12.34,12.3",
        "99.97,100",
        "9.997,10.0",
        "'1234567.8','1,234,568'",
        "NaN,-"
    })
    void amounts_keep_three_digits(double amount, String shown) {
        assertThat(HumanNumbers.amount(amount)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"25765,7h 9m 25s", "59,59.0 s", "60,1m 0s", "1699,28m 19s"})
    void lengths_are_words(long seconds, String shown) {
        assertThat(HumanNumbers.length(Duration.ofSeconds(seconds))).isEqualTo(shown);
    }

    @Test
    void a_clock_shows_hours_only_if_there_are_some() {
        assertThat(HumanNumbers.clock(1901)).isEqualTo("31:41");
        assertThat(HumanNumbers.clock(3600)).isEqualTo("1:00:00");
    }

    @Test
    void a_small_share_is_not_nothing() {
        assertThat(HumanNumbers.percent(1e-6)).isEqualTo("< 0.01 %");
        assertThat(HumanNumbers.percent(0.0016)).isEqualTo("0.16 %");
        assertThat(HumanNumbers.percent(0)).isEqualTo("0.00 %");
    }

    @Test
    void the_locale_changes_nothing() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(HumanNumbers.amount(1234.5) + " " + HumanNumbers.amount(1.5))
                    .isEqualTo("1,235 1.50");
        } finally {
            Locale.setDefault(before);
        }
    }
}
