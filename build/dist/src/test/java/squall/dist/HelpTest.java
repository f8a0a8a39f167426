package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.cli.completion.CommandSyntax;
import squall.dist.Installation.Result;

class HelpTest {
    static Stream<String> commands() {
        return named("", CompletionCommand.commands());
    }

    private static Stream<String> named(String parent, List<CommandSyntax> commands) {
        return commands.stream()
                .flatMap(command -> Stream.concat(
                        Stream.of(parent + command.name()), named(parent + command.name() + " ", command.commands())));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void the_help_is_all_that_is_printed(String command) throws Exception {
        String[] words = (command + " --help").split(" ", -1);
        Result result = Installation.real()
                .run(words[0], List.of(words).subList(1, words.length).toArray(String[]::new));

        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isZero();
        assertThat(result.out()).isNotBlank().doesNotContain("%%", "${");
    }
}
