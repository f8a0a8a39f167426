package squall.testbed.doctor;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Syntax;
import squall.host.SearchPath;
import squall.host.StateFolder;

/** {@code bin/doctor}: what this machine can do, and how to get what is missing. */
@Command(
        name = "doctor",
        description = {
            "Tells what this machine can do, tried out for real, and how to get what is missing.",
            "What is tried leaves nothing behind."
        },
        footer = "Exit codes: 0 nothing basic is missing; 2 usage; 5 something basic is missing.")
public final class DoctorCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Answer with one JSON document.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    private DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs the command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        return line(surroundings).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/doctor}, for shells that complete it. */
    public static Syntax syntax() {
        return PicocliSyntax.of(line(Surroundings.ofProcess()).getCommandSpec());
    }

    private static CommandLine line(Surroundings surroundings) {
        CommandLine line = Commands.line(new DoctorCommand(surroundings));
        line.addMixin("common", new CommonOptions());
        line.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
        line.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        return line;
    }

    @Override
    public Integer call() throws CommandException {
        try {
            Diagnosis diagnosis = Diagnosis.of(sections());
            print(diagnosis);
            return (diagnosis.healthy() ? ExitCode.OK : ExitCode.UNREACHABLE).code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private List<Section> sections() {
        Tools tools = new Tools(SearchPath.of(surroundings.environment().getOrDefault("PATH", "")));
        Kernel kernel = new Kernel(tools, StateFolder.root(), Path.of("/"));
        return List.of(
                new Basics(surroundings.folder()).section(),
                new Extras(tools, surroundings.environment()).section(),
                kernel.network(),
                kernel.host());
    }

    private void print(Diagnosis diagnosis) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(diagnosis.json());
        } else {
            Terminal terminal = Terminal.of(System.getProperties(), surroundings.environment(), Terminal.Color.AUTO);
            diagnosis.lines(terminal.out()).forEach(out::println);
        }
        out.flush();
    }
}
