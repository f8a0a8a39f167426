package squall.ycsb.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampedTextTest {
    private static final StampedText.WriteStamp STAMP =
            new StampedText.WriteStamp(123_456_789_012_345_678L, "mfx0a1b2");

    @ParameterizedTest
    @ValueSource(ints = {StampedText.SHORTEST, 100, 1_000})
    void a_value_tells_its_stamp_to_those_who_know_where_it_stands(int length) {
        StampedText text = new StampedText(length);
        String value = text.text("user1", "field0", STAMP);
        assertThat(value)
                .hasSize(length)
                .startsWith("123456789012345678.mfx0a1b2.")
                .matches("[ -~]*");
        assertThat(text.stamp("user1", "field0", value)).contains(STAMP);
        assertThat(text.stamp("user2", "field0", value)).isEmpty();
        assertThat(text.stamp("user1", "field1", value)).isEmpty();
    }

    @Test
    void the_sequence_is_that_of_one_writer_only() {
        String value = new StampedText(100).text("user1", "field0", STAMP);

        assertThat(StampedText.sequence(value, "mfx0a1b2")).isEqualTo(123_456_789_012_345_678L);
        assertThat(StampedText.sequence(value, "mfx0a1b")).isZero();
        assertThat(StampedText.sequence(value, "load")).isZero();
        assertThat(StampedText.sequence("12a4.mfx0a1b2.", "mfx0a1b2")).isZero();
        assertThat(StampedText.sequence("anything", "mfx0a1b2")).isZero();
        assertThat(StampedText.sequence(".mfx0a1b2.", "mfx0a1b2")).isZero();
    }

    @Test
    void no_character_can_be_changed_unseen() {
        StampedText text = new StampedText(100);
        String value = text.text("user1", "field0", STAMP);
        for (int at = 0; at < value.length(); at++) {
            String changed = value.substring(0, at) + (value.charAt(at) == '0' ? '1' : '0') + value.substring(at + 1);
            assertThat(text.stamp("user1", "field0", changed))
                    .as("character %d", at)
                    .isEmpty();
        }
        assertThat(text.stamp("user1", "field0", value.substring(1))).isEmpty();
        assertThat(text.stamp("user1", "field0", value.substring(0, 99))).isEmpty();
        assertThat(text.stamp("user1", "field0", "")).isEmpty();
    }
}
