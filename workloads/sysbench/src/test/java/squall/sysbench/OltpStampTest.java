package squall.sysbench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OltpStampTest {
    private static final OltpStamp STAMP = new OltpStamp(123_456_789L);

    /** Text as sysbench has it. */
    private static final String TEXT = "98765432109-".repeat(10).substring(0, 119);

    @ParameterizedTest
    @ValueSource(longs = {1, 99_999_999_999L, 100_000_000_000L, 999_999_999_999_999L})
    void a_value_has_the_form_of_sysbench_and_tells_its_version_and_its_row(long number) {
        String value = STAMP.on(number, 77, TEXT);

        assertThat(value).hasSize(119).matches("\\d{11}(-\\d{11}){9}").endsWith(TEXT.substring(83));
        assertThat(version(STAMP, value, 0)).isEqualTo(number);
        assertThat(version(STAMP, value, OltpStamp.REPLACED)).isZero();
        assertThat(OltpStamp.id(value.getBytes(US_ASCII))).isEqualTo(77);
    }

    @Test
    void a_value_that_the_database_made_of_the_one_before_tells_what_it_replaced() {
        String value = updated(STAMP.on(5, 77, TEXT));

        assertThat(value).matches("\\d{11}(-\\d{11}){9} ");
        assertThat(version(STAMP, value, 0)).isEqualTo(6);
        assertThat(version(STAMP, value, OltpStamp.REPLACED)).isEqualTo(5);
        assertThat(OltpStamp.id(value.getBytes(US_ASCII))).isEqualTo(77);
    }

    @Test
    void a_value_of_another_run_or_without_a_stamp_was_there_before() {
        assertThat(version(new OltpStamp(OltpStamp.RUNS - 1), STAMP.on(5, 77, TEXT), 0))
                .isZero();
        assertThat(version(STAMP, TEXT, 0)).isZero();
        assertThat(version(STAMP, "", 0)).isZero();
        assertThat(version(STAMP, STAMP.of(5).substring(0, 30), 0)).isZero();
        assertThat(version(STAMP, updated(TEXT), OltpStamp.REPLACED)).isZero();
    }

    @Test
    void a_value_that_replaced_a_shorter_one_has_a_version_but_does_not_tell_its_row() {
        String value = updated("short");

        assertThat(version(STAMP, value, 0)).isEqualTo(6);
        assertThat(version(STAMP, value, OltpStamp.REPLACED)).isZero();
        assertThat(OltpStamp.id(value.getBytes(US_ASCII))).isEqualTo(-1);
    }

    private static long version(OltpStamp stamp, String value, int at) {
        return stamp.version(value.getBytes(US_ASCII), at);
    }

    /** Returns column c after the update of row 77 by write 6, as the database returns it. */
    private static String updated(String before) {
        String replaced = before.substring(0, Math.min(OltpStamp.LENGTH, before.length()));
        String value = STAMP.of(6) + "-" + replaced + OltpStamp.rest(77, TEXT);
        return value + " ".repeat(120 - value.length());
    }
}
