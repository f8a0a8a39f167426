package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyShareTest {
    @ParameterizedTest
    @ValueSource(strings = {"25", "25%", " 25.0 "})
    void a_share_is_typed_in_percent(String typed) {
        assertThat(KeyShare.of(typed)).isEqualTo(new KeyShare(25));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0%", "101", "-1", "x", "NaN", "%", "1e1"})
    void another_text_is_refused(String typed) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyShare.of(typed))
                .withMessage("must be a percentage above 0 and at most 100, not '" + typed + "'");
    }

    @Test
    void without_a_share_all_keys_are_judged() {
        assertThat(KeyShare.of("").whole()).isTrue();
        assertThat(keys(KeyShare.ALL, 0, 1000)).isEqualTo(1000);
    }

    /** Covers neighbours and multiples, of which a share by their last digits would have all or none. */
    @Test
    void neighbouring_keys_and_multiples_are_judged_in_about_that_share() {
        KeyShare quarter = KeyShare.of("25");
        assertThat(keys(quarter, 0, 100_000)).isCloseTo(25_000, Offset.offset(600L));
        assertThat(LongStream.range(0, 100_000)
                        .filter(key -> quarter.contains(key * 10_000_000_000L))
                        .count())
                .isCloseTo(25_000, Offset.offset(600L));
    }

    @Test
    void a_larger_share_has_the_keys_of_a_smaller_one() {
        KeyShare tenth = KeyShare.of("10");
        KeyShare half = KeyShare.of("50");
        assertThat(LongStream.range(0, 10_000).filter(tenth::contains)).allMatch(half::contains);
    }

    private static long keys(KeyShare share, long from, long to) {
        return LongStream.range(from, to).filter(share::contains).count();
    }
}
