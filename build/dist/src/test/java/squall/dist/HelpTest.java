package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.adversity.cli.AdversityCommand;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Program;
import squall.cli.TestCommand.Streams;
import squall.cli.completion.CommandSyntax;
import squall.cli.report.ReportCommand;
import squall.dist.Installation.Result;
import squall.experiment.cli.ExperimentCommand;
import squall.sysbench.cli.SysbenchCommand;
import squall.sysbench.kv.cli.KvCommand;
import squall.ycsb.cli.YcsbCommand;

class HelpTest {
    private static final Map<String, Program> IN_THIS_PROCESS = Map.of(
            "adversity", AdversityCommand::execute,
            "experiment", ExperimentCommand::execute,
            "kv", KvCommand::execute,
            "report", ReportCommand::execute,
            "sysbench", SysbenchCommand::execute,
            "ycsb", YcsbCommand::execute);

    @TempDir
    private Path folder;

    static Stream<String> launched() {
        return commands().filter(command -> !isInThisProcess(command));
    }

    /** Returns the subcommands: for each the launcher and the start of a JVM would be tested again. */
    static Stream<String> subcommands() {
        return commands().filter(HelpTest::isInThisProcess);
    }

    private static boolean isInThisProcess(String command) {
        String[] words = command.split(" ", -1);
        return words.length > 1 && IN_THIS_PROCESS.containsKey(words[0]);
    }

    private static Stream<String> commands() {
        return named("", CompletionCommand.commands());
    }

    private static Stream<String> named(String parent, List<CommandSyntax> commands) {
        return commands.stream()
                .flatMap(command -> Stream.concat(
                        Stream.of(parent + command.name()), named(parent + command.name() + " ", command.commands())));
    }

    @ParameterizedTest
    @MethodSource("launched")
    void the_help_is_all_that_is_printed(String command) throws Exception {
        List<String> words = List.of((command + " --help").split(" ", -1));
        Result result = Installation.real()
                .run(words.getFirst(), words.subList(1, words.size()).toArray(String[]::new));

        requireHelp(result.exit(), result.out(), result.err());
    }

    @ParameterizedTest
    @MethodSource("subcommands")
    void the_help_of_a_subcommand_is_all_that_is_printed(String command) {
        List<String> words = List.of((command + " --help").split(" ", -1));
        Program program = Objects.requireNonNull(IN_THIS_PROCESS.get(words.getFirst()));
        Ended ended = new TestCommand(program, Optional.empty(), folder)
                .run(words.subList(1, words.size()), Streams.closed());

        requireHelp(ended.code(), ended.out(), ended.err());
    }

    private static void requireHelp(int exit, String out, String err) {
        assertThat(err).isEmpty();
        assertThat(exit).isZero();
        assertThat(out).isNotBlank().doesNotContain("%%", "${");
    }
}
