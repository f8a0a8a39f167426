package squall.dist;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.adversity.cli.AdversityCommand;
import squall.apps.cli.SampleAppsCommand;
import squall.benchbase.cli.BenchbaseCommand;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Shell;
import squall.cli.completion.Syntax;
import squall.report.cli.ReportCommand;
import squall.testbed.TestbedCommand;
import squall.testbed.doctor.DoctorCommand;
import squall.ycsb.cli.YcsbSyntax;

/** {@code bin/completion}: the script by which a shell completes all commands. */
@Command(
        name = "completion",
        description = {
            "Prints the script by which a shell completes the commands of Squall.",
            "bash:  source <(bin/completion bash)",
            "zsh:   source <(bin/completion zsh)",
            "fish:  bin/completion fish | source"
        },
        footer = "Exit codes: 0; 2 usage.")
public final class CompletionCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "bash|zsh|fish", description = "The shell.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private CompletionCommand() {}

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        return line(surroundings).execute(words.toArray(String[]::new));
    }

    private static CommandLine line(Surroundings surroundings) {
        CommandLine line = Commands.line(new CompletionCommand());
        line.addMixin("common", new CommonOptions());
        line.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        return line;
    }

    /** What can be typed, of every command in bin/ that a person calls. */
    static List<Syntax> commands() {
        return List.of(
                AdversityCommand.syntax(),
                BenchbaseCommand.syntax(),
                PicocliSyntax.of(line(Surroundings.ofProcess()).getCommandSpec()),
                DoctorCommand.syntax(),
                ReportCommand.syntax(),
                SampleAppsCommand.syntax(),
                TestbedCommand.syntax(),
                YcsbSyntax.syntax());
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        shell.script(commands()).forEach(out::println);
        out.flush();
        return ExitCode.OK.code();
    }
}
