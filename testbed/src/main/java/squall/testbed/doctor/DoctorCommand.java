package squall.testbed.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.StateFolder;
import squall.system.TerminalStreams;
import squall.system.process.SearchPath;
import squall.testbed.doctor.MachineCheck.CheckSection;

/** {@code bin/doctor}: what this machine can do, and how to get what is missing. */
@Command(
        name = "doctor",
        description = {
            "Tests what this machine supports, and shows how to install what is missing.",
            "The tests leave nothing behind."
        },
        footer = "Exit codes: 0 all basic requirements are met; 2 usage; 5 a basic requirement is missing.")
public final class DoctorCommand implements Callable<Integer> {
    private final CommandEnvironment surroundings;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private DoctorCommand(CommandEnvironment surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        return line(surroundings).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/doctor}, for shells that complete it. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment surroundings) {
        return CommandRunner.line(new DoctorCommand(surroundings), surroundings);
    }

    @Override
    public Integer call() throws CommandException {
        try {
            MachineDiagnosis diagnosis = MachineDiagnosis.of(sections());
            print(diagnosis);
            return (diagnosis.healthy() ? ExitCode.OK : ExitCode.UNREACHABLE).code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private List<CheckSection> sections() {
        InstalledTools tools =
                new InstalledTools(SearchPath.of(surroundings.environment().getOrDefault("PATH", "")));
        KernelChecks kernel = new KernelChecks(tools, StateFolder.root(), Path.of("/"));
        return List.of(
                new BasicChecks(surroundings.folder()).section(),
                new OptionalChecks(tools, surroundings.environment()).section(),
                kernel.network(),
                kernel.host());
    }

    private void print(MachineDiagnosis diagnosis) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(diagnosis.json());
        } else {
            TerminalStreams terminal =
                    TerminalStreams.of(System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO);
            diagnosis.lines(terminal.out()).forEach(out::println);
        }
        out.flush();
    }
}
