package squall.dist;

import java.io.PrintWriter;
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
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.CompletionShell;
import squall.cli.completion.PicocliSyntax;
import squall.cli.report.ReportCommand;
import squall.experiment.cli.ExperimentCommand;
import squall.sysbench.cli.SysbenchCommand;
import squall.sysbench.kv.cli.KvCommand;
import squall.system.ExitCode;
import squall.testbed.TestbedCommand;
import squall.testbed.doctor.DoctorCommand;
import squall.ycsb.cli.YcsbSyntax;

/** {@code bin/completion}: the script by which a shell completes all commands. */
@Command(
        name = "completion",
        description = {
            "Prints the script that completes Squall's commands in a shell.",
            "bash:  source <(bin/completion bash)",
            "zsh:   source <(bin/completion zsh)",
            "fish:  bin/completion fish | source"
        },
        footer = "Exit codes: 0; 2 usage.")
public final class CompletionCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SHELL", description = "The shell: bash, zsh or fish.")
    private CompletionShell shell;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private CompletionCommand() {}

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs the command to its end and returns its exit code; prints to the given streams and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return line(environment).execute(words.toArray(String[]::new));
    }

    private static CommandLine line(CommandEnvironment environment) {
        return CommandRunner.line(new CompletionCommand(), environment);
    }

    /** Returns the syntax of every command in bin/ that a person calls. */
    static List<CommandSyntax> commands() {
        return List.of(
                AdversityCommand.syntax(),
                BenchbaseCommand.syntax(),
                PicocliSyntax.of(line(CommandEnvironment.ofProcess()).getCommandSpec()),
                DoctorCommand.syntax(),
                ExperimentCommand.syntax(),
                KvCommand.syntax(),
                ReportCommand.syntax(),
                SampleAppsCommand.syntax(),
                SysbenchCommand.syntax(),
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
