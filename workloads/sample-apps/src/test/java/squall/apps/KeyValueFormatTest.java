package squall.apps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.check.ObservedValue;

class KeyValueFormatTest {
    private static final KeyValueFormat TEXTS = new KeyValueFormat("key", 10);

    @ParameterizedTest
    @CsvSource({"7, 0, val:7_____", "7, 3, val:7:3___", "1234567, 12, val:1234567:12"})
    void a_value_is_read_as_the_version_it_was_written_as(long key, int version, String value) {
        assertThat(TEXTS.value(key, version)).isEqualTo(value);
        assertThat(TEXTS.seen(key, value)).isEqualTo(new ObservedValue.Version(version));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"val:7", "val:7____x", "val:7:03__", "val:7:____", "val:8_____", "", "val:7:-1__", "val:7______"
            })
    void a_value_that_differs_in_one_place_is_torn(String value) {
        assertThat(TEXTS.seen(7, value)).isEqualTo(new ObservedValue.Torn("'" + value + "' is no value of this key"));
    }

    @Test
    void a_key_of_another_prefix_has_no_number() {
        assertThat(TEXTS.number("key:12")).isEqualTo(12);
        assertThat(TEXTS.number("keys:12")).isNegative();
        assertThat(TEXTS.number("key:12-copy")).isNegative();
    }
}
