package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.cli.CommandEnvironment;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.CommandSyntax.CompletionOption;
import squall.cli.completion.CommandSyntax.CompletionValue;

class CompletionCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void every_command_that_is_shipped_completes() throws Exception {
        try (Stream<Path> scripts = Files.list(Installation.assembled().resolve("bin"))) {
            Set<String> shipped = scripts.filter(Files::isRegularFile)
                    .map(script -> script.getFileName().toString())
                    .filter(name -> !name.equals("check")) // its arguments are Maven's
                    .collect(Collectors.toSet());
            assertThat(CompletionCommand.commands().stream()
                            .map(CommandSyntax::name)
                            .collect(Collectors.toSet()))
                    .isEqualTo(shipped);
        }
    }

    @Test
    void commands_tell_what_their_options_take() {
        assertThat(flag("benchbase", "--engine"))
                .isEqualTo(CompletionValue.oneOf(List.of("auto", "squall", "upstream")));
        assertThat(flag("sample-apps", "--workload").words()).contains("SqlInserts", "CassandraKeyValue");
        assertThat(flag("testbed up", "--links")).isEqualTo(CompletionValue.oneOf(List.of("true", "false")));
        assertThat(flag("ycsb run", "--progress").words()).contains("plain", "json");
        assertThat(flag("ycsb load", "-p").words()).contains("recordcount=", "db.url=");
        assertThat(flag("adversity run", "--results").files()).isTrue();
    }

    @Test
    void an_unknown_shell_is_a_usage_error() {
        assertThat(completion("tcsh")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("SHELL must be one of bash, zsh, fish, not 'tcsh'");
    }

    @Test
    void a_script_is_all_there_is_on_standard_output() {
        assertThat(completion("bash")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("# Completion for the commands of Squall")
                .endsWith(
                        "complete -F _squall adversity benchbase completion doctor experiment kv report sample-apps sysbench testbed ycsb\n");
    }

    private static CompletionValue flag(String path, String name) {
        List<String> names = List.of(path.split(" ", -1));
        List<CommandSyntax> among = CompletionCommand.commands();
        CommandSyntax at = among.getFirst();
        for (String next : names) {
            at = among.stream()
                    .filter(syntax -> syntax.name().equals(next))
                    .findFirst()
                    .orElseThrow();
            among = at.commands();
        }
        return at.flags().stream()
                .filter(flag -> flag.names().contains(name))
                .map(CompletionOption::value)
                .findFirst()
                .orElseThrow();
    }

    private int completion(String... words) {
        return CompletionCommand.execute(
                List.of(words),
                new CommandEnvironment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Optional.empty(),
                        Path.of("")));
    }
}
