package squall.testbed.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.JsonFlag;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.system.ExitCode;
import squall.system.StateFolder;
import squall.system.process.SearchPath;
import squall.testbed.doctor.MachineCheck.CheckSection;

/** {@code bin/doctor}: tests of what this machine supports, and how to install what is missing. */
@Command(
        name = "doctor",
        description = {
            "Tests what this machine supports, and shows how to install what is missing.",
            "The tests leave nothing behind."
        },
        footer = "Exit codes: 0 all basic requirements are met; 2 usage; 5 a basic requirement is missing.")
public final class DoctorCommand implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonFlag json = new JsonFlag();

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private DoctorCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return line(environment).execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of {@code bin/doctor}, for the completion of shells. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line(CommandEnvironment.ofProcess()).getCommandSpec());
    }

    private static CommandLine line(CommandEnvironment environment) {
        return CommandRunner.line(new DoctorCommand(environment), environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        MachineDiagnosis diagnosis = MachineDiagnosis.of(sections());
        print(diagnosis);
        return (diagnosis.healthy() ? ExitCode.OK : ExitCode.UNREACHABLE).code();
    }

    private List<CheckSection> sections() {
        InstalledTools tools =
                new InstalledTools(SearchPath.of(environment.variables().getOrDefault("PATH", "")));
        KernelChecks kernel = new KernelChecks(tools, StateFolder.root(), Path.of("/"));
        return List.of(
                new BasicChecks(environment.folder().resolve(environment.results(Optional.empty()))).section(),
                new OptionalChecks(tools, environment.variables()).section(),
                kernel.network(),
                kernel.host());
    }

    private void print(MachineDiagnosis diagnosis) {
        PrintWriter out = spec.commandLine().getOut();
        if (json.given()) {
            out.print(diagnosis.json());
        } else {
            diagnosis.lines(environment.streams().out()).forEach(out::println);
        }
        out.flush();
    }
}
