package squall.adversity.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.adversity.Kinds;
import squall.adversity.safety.Healer;
import squall.adversity.safety.Journals;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.cli.completion.PicocliSyntax;
import squall.cli.completion.Syntax;
import squall.spi.WrongDataException;

/** {@code bin/adversity}: faults that come and go while a load runs. */
@Command(
        name = "adversity",
        description = "Keeps a load running while faults come and go, and heals whatever it did.",
        footer = {
            "",
            "Exit codes: 0 ok; 1 internal error; 2 usage or scenario; 3 expectation missed; 4 data wrong; 5 cluster unusable, or",
            "a fault is left from before; 6 run invalid, a fault had no effect; 8 a fault is not healed; 130, 143 ended by a signal."
        })
public final class AdversityCommand {
    private final Surroundings surroundings;
    private final List<String> words;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    private AdversityCommand(Surroundings surroundings, List<String> words) {
        this.surroundings = surroundings;
        this.words = words;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        return line(surroundings, words).execute(words.toArray(String[]::new));
    }

    /** What can be typed after {@code bin/adversity}, for shells that complete it. */
    public static Syntax syntax() {
        return PicocliSyntax.of(line(Surroundings.ofProcess(), List.of()).getCommandSpec());
    }

    private static CommandLine line(Surroundings surroundings, List<String> words) {
        CommandLine line = Commands.line(new AdversityCommand(surroundings, words));
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream()).forEach(command -> {
            command.addMixin("common", new CommonOptions());
            command.setOut(new PrintWriter(surroundings.out(), true, Charset.defaultCharset()));
            command.setErr(new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        });
        return line;
    }

    @Command(description = "Run a scenario.")
    int run(@Mixin ScenarioFlags scenario, @Mixin RunFlags flags) throws CommandException {
        return act(() ->
                new RepeatOrder(scenario.scenario(surroundings.environment()), flags, surroundings, words).execute());
    }

    @Command(description = "Tell whether a scenario can be meant; nothing is connected to.")
    int validate(@Mixin ScenarioFlags scenario) throws CommandException {
        return act(() -> dryRun(scenario).validate());
    }

    @Command(description = "Tell every step a scenario would take, in order; nothing is touched.")
    int plan(@Mixin ScenarioFlags scenario) throws CommandException {
        return act(() -> dryRun(scenario).plan());
    }

    @Command(description = "List scenarios, faults, loads and clusters.")
    int list() throws CommandException {
        return act(() -> {
            Listing.of(surroundings.environment()).forEach(this::out);
            return ExitCode.OK;
        });
    }

    @Command(description = "Undo what runs left behind, as after a crash.")
    int heal(
            @Option(names = "--all", description = "Heal what is left of every run that is over (default).")
                    boolean all,
            @Option(
                            names = "--run",
                            paramLabel = "R",
                            description = "Heal what is left of this run, even if it goes on.")
                    @Nullable
                    String run,
            @Option(names = "--overdue", hidden = true) boolean overdue)
            throws CommandException {
        if (all && run != null) {
            throw new CommandException(ExitCode.USAGE, "--all and --run exclude each other");
        }
        return act(() -> {
            Journals journals = Journals.here();
            Healer healer = new Healer(journals, Kinds.ofClusters(), Kinds.ofFaults(), InstantSource.system());
            HealOrder order = new HealOrder(journals, healer, this::out, this::err);
            if (run == null) {
                return order.all();
            }
            return overdue ? order.overdue(run) : order.run(run);
        });
    }

    @Command(description = "Tell how a run ended; of one that was killed, judge the data.")
    int check(
            @Parameters(index = "0", paramLabel = "RUN", description = "The folder of its results.") String run,
            @Option(
                            names = "--cluster",
                            paramLabel = "KIND[:K=V,...]",
                            description = "Where its data are, in place of what the run says.")
                    Optional<String> cluster)
            throws CommandException {
        return act(() -> new CheckOrder(
                        Path.of(run), cluster.map(text -> ChoiceText.parse("--cluster", text)), this::out)
                .execute());
    }

    private DryRun dryRun(ScenarioFlags flags) throws CommandException, IOException {
        return new DryRun(flags, flags.scenario(surroundings.environment()), this::out);
    }

    private int act(Action action) throws CommandException {
        try {
            return action.act().code();
        } catch (IllegalArgumentException e) { // a scenario, an option or a name that cannot be meant
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (WrongDataException e) {
            throw new CommandException(ExitCode.DATA, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    /** The JDK's file errors have the path alone for a message. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException
                ? e.getClass().getSimpleName() + ": " + e.getMessage()
                : String.valueOf(e.getMessage());
    }

    private void out(String line) {
        spec.commandLine().getOut().println(line);
    }

    private void err(String line) {
        spec.commandLine().getErr().println(line);
    }

    /** What a subcommand does. */
    @FunctionalInterface
    private interface Action {
        ExitCode act() throws CommandException, IOException, InterruptedException;
    }
}
