package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.system.CommandException;

class RunTagsTest {
    private static final String WANTED =
            " must be KEY or KEY=VALUE, each of at most 40 letters, digits, '.', '_', ':', '/', '+' and '-', separated by commas";

    @Test
    void tags_of_the_environment_are_separated_by_commas() throws CommandException {
        assertThat(tags(" nightly, release=25.4,,nightly ")).containsExactly("nightly", "release=25.4");
        assertThat(RunTags.of(List.of(), Map.of())).isEmpty();
    }

    @Test
    void those_of_the_option_are_added_and_decide() throws CommandException {
        assertThat(tags("nightly,release=25.4", "release=25.5,branch=fix/a+b", "nightly"))
                .containsExactly("nightly", "release=25.5", "branch=fix/a+b");
    }

    @Test
    void one_key_has_one_value() {
        assertThatThrownBy(() -> tags("", "release=25.4", "release=25.5"))
                .isInstanceOf(CommandException.class)
                .hasMessage("--tag: 'release=25.4' and 'release=25.5' exclude each other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "=value", "key=", "a=b=c", "a,,b", "<b>", "a\nb"})
    void what_is_not_a_tag_is_refused(String tag) {
        assertThatThrownBy(() -> tags("", tag))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("--tag" + WANTED + "; found ")
                .extracting(failure -> ((CommandException) failure).exitCode().code())
                .isEqualTo(2);
    }

    @Test
    void a_long_or_wrong_tag_of_the_environment_is_refused() {
        assertThatThrownBy(() -> tags("nightly,two words")).hasMessage("SQUALL_TAGS" + WANTED + "; found 'two words'");
        assertThatThrownBy(() -> tags("", "x".repeat(41))).hasMessageStartingWith("--tag must be ");
    }

    private static List<String> tags(String environment, String... given) throws CommandException {
        return RunTags.of(List.of(given), Map.of("SQUALL_TAGS", environment));
    }
}
