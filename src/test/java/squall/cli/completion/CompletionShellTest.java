package squall.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.completion.CommandSyntax.CompletionOption;
import squall.cli.completion.CommandSyntax.CompletionValue;
import squall.system.process.ExternalProgram;

/** The shells themselves complete; zsh and fish where they are installed. */
class CompletionShellTest {
    private static final CompletionOption HELP = new CompletionOption(List.of("-h", "--help"), CompletionValue.NONE);
    private static final CommandSyntax TOOL = new CommandSyntax(
            "tool",
            List.of(HELP),
            CompletionValue.NONE,
            List.of(
                    new CommandSyntax(
                            "load",
                            List.of(
                                    HELP,
                                    new CompletionOption(
                                            List.of("--progress"), CompletionValue.oneOf(List.of("plain", "none"))),
                                    new CompletionOption(
                                            List.of("-p"), CompletionValue.oneOf(List.of("threads=", "target="))),
                                    new CompletionOption(List.of("-threads"), CompletionValue.ANY),
                                    new CompletionOption(List.of("-P"), CompletionValue.fileOr(List.of("workloada")))),
                            CompletionValue.oneOf(List.of("jdbc", "ycql")),
                            List.of()),
                    new CommandSyntax("look", List.of(HELP), CompletionValue.FILE, List.of())));

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tool l | load look",
                "/some/bin/tool lo | load look",
                "tool load j | jdbc",
                "tool load jdbc --p | --progress",
                "tool load jdbc --progress p | plain",
                "tool load jdbc --progress = pl | plain",
                "tool load jdbc --progress = | plain none",
                "tool load -threads 8 y | ycql",
                "tool load -P work | workloada workload.txt",
                "tool look workl | workload.txt",
                "tool -- | --help",
                "tool load -p ta | target=",
                "tool load jdbc nothing | ''"
            })
    void bash_completes(String typed, String completions) throws Exception {
        Files.createFile(folder.resolve("workload.txt"));
        String words =
                Stream.of(typed.split(" ", -1)).map(word -> "'" + word + "'").reduce("", (a, b) -> a + " " + b);
        String asked = "COMP_WORDS=(" + words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _squall; "
                + "echo \"${COMPREPLY[*]}\"";

        assertThat(answer("bash", CompletionShell.BASH, asked)).isEqualTo(completions);
    }

    @Test
    void zsh_reads_its_script() throws Exception {
        assertThat(answer("zsh", CompletionShell.ZSH, "whence -w _squall")).endsWith("_squall: function");
    }

    @Test
    void fish_completes() throws Exception {
        assertThat(answer("fish", CompletionShell.FISH, "complete -C 'tool l'")).isEqualTo("load\nlook");
        assertThat(answer("fish", CompletionShell.FISH, "complete -C 'tool load --progress '"))
                .isEqualTo("none\nplain");
    }

    @Test
    void a_word_that_a_shell_would_take_apart_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompletionValue.oneOf(List.of("two words")))
                .withMessage("a word that shells would split: 'two words'");
    }

    private String answer(String program, CompletionShell shell, String asked) throws Exception {
        assumeTrue(installed(program), program + " is not installed");
        Path script = Files.write(
                folder.resolve("script"),
                Stream.concat(shell.script(List.of(TOOL)).stream(), Stream.of(asked))
                        .toList());
        return new ExternalProgram(List.of(program, script.toString()), folder, Duration.ofSeconds(60))
                .run()
                .orThrow()
                .output();
    }

    private static boolean installed(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1)).anyMatch(at -> Files.isExecutable(Path.of(at, program)));
    }
}
