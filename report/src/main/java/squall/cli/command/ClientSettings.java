package squall.cli.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import squall.engine.schedule.ClientSplit;
import squall.spi.ClientBarrier;
import squall.spi.Durations;
import squall.system.CommandException;
import squall.system.InputFile;

/**
 * Settings of a client that shares a run: its number, and how the clients start together.
 *
 * @param split the part that this client performs
 * @param start the condition for which the clients wait
 */
public record ClientSettings(ClientSplit split, Start start) {
    /** Settings of a run with a single client. */
    public static final ClientSettings SINGLE = new ClientSettings(ClientSplit.WHOLE, new Start.Alone());

    private static final int SEED_BOUND = 1_000_000_000;
    private static final Duration USUAL_WAIT = Duration.ofMinutes(5);
    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9._:-]{1,200}");
    /** Name of the variable in which Kubernetes passes its number to a pod of an Indexed Job. */
    public static final String INDEX = "JOB_COMPLETION_INDEX";

    private static final List<RunOption<String>> TOGETHER =
            List.of(RunOptions.CLIENT_RUN, RunOptions.CLIENT_WAIT, RunOptions.START_AT);

    private static final String COMPLETIONS = "JOB_COMPLETIONS";
    private static final String RUN_VARIABLE = "SQUALL_CLIENT_RUN";

    /** Start condition of a run's clients. */
    public sealed interface Start {
        /** Start at once: there is no other client to wait for. */
        record Alone() implements Start {}

        /** Start at one instant. */
        record At(Instant instant) implements Start {}

        /** Start when all clients have signed in to the run of this name, in the database under test. */
        record Together(String run, Duration longest) implements Start {}
    }

    /** @throws CommandException if a value cannot be read, one is missing, or they contradict each other */
    public static ClientSettings of(RunOptions options, Map<String, String> environment) throws CommandException {
        String run = given(options.text(RunOptions.CLIENT_RUN), environment, RUN_VARIABLE);
        Optional<ClientSplit> split = split(options, environment);
        if (split.isEmpty()) {
            for (RunOption<String> alone : TOGETHER) {
                if (!options.text(alone).isEmpty()) {
                    throw CommandException.usage(
                            "--client-run, --client-wait and --start-at need --clients and --client");
                }
            }
            return SINGLE;
        }
        return new ClientSettings(split.get(), start(split.get(), options, run));
    }

    /**
     * Checks that clients that start together can sign in, before anything is created in the database.
     *
     * @param maker of the database's barrier
     * @throws CommandException if it makes none
     */
    public void requireBarrier(Supplier<Optional<ClientBarrier>> maker) throws CommandException {
        if (start instanceof Start.Together) {
            maker.get().orElseThrow(ClientSettings::withoutBarrier).close();
        }
    }

    /** Returns the refusal of a database in which clients cannot sign in. */
    static CommandException withoutBarrier() {
        return CommandException.usage(
                "--client-run: clients cannot sign in to this database; start them with --start-at instead");
    }

    /** @throws CommandException if there are several clients, which all would do what is to be done once */
    public void requireSingle(String command) throws CommandException {
        if (split.shared()) {
            throw CommandException.usage(
                    command + " is for a single client: run it once, before the clients start, without --clients");
        }
    }

    /** Returns the settings of one of several runs of a command, which the clients start together one after the other. */
    public ClientSettings step(String name) {
        return switch (start) {
            case Start.Alone alone -> this;
            case Start.At at -> this;
            case Start.Together(String run, Duration longest) ->
                new ClientSettings(split, new Start.Together(run + "." + name, longest));
        };
    }

    /** Returns the name by which all clients know the run, and no other run; empty if there are no others. */
    public Optional<String> runName() {
        return switch (start) {
            case Start.Alone alone -> Optional.empty();
            case Start.At(Instant instant) -> Optional.of(instant.toString());
            case Start.Together(String run, Duration longest) -> Optional.of(run);
        };
    }

    /** Returns the time for which a client waits for another. */
    public Duration longestWait() {
        return start instanceof Start.Together together ? together.longest() : USUAL_WAIT;
    }

    /** Returns the default seed of all clients, which each computes without asking the others. Empty if there are none. */
    public OptionalLong seed() {
        return runName().stream().mapToLong(ClientSettings::seed).findFirst();
    }

    /** Computes a seed that is short enough to be typed again. */
    private static long seed(String name) {
        return Integer.toUnsignedLong(name.hashCode()) % SEED_BOUND;
    }

    private static Optional<ClientSplit> split(RunOptions options, Map<String, String> environment)
            throws CommandException {
        String clients = given(options.text(RunOptions.CLIENTS), environment, COMPLETIONS);
        String client = given(options.text(RunOptions.CLIENT), environment, INDEX);
        boolean asked = !options.text(RunOptions.CLIENTS).isEmpty()
                || !options.text(RunOptions.CLIENT).isEmpty()
                || environment.containsKey(INDEX);
        if (!asked) {
            return Optional.empty();
        }
        if (clients.isEmpty()) {
            throw CommandException.usage("this is client " + client + ", but of how many? Set --clients, or "
                    + COMPLETIONS + " in the environment (Kubernetes sets " + INDEX
                    + " alone: repeat the Job's completions)");
        }
        if (client.isEmpty()) {
            throw CommandException.usage("there are " + clients + " clients, but which one is this? Set --client, or "
                    + INDEX + " in the environment");
        }
        try {
            return Optional.of(new ClientSplit(number("--clients", clients), number("--client", client)));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    private static Start start(ClientSplit split, RunOptions options, String run) throws CommandException {
        if (!options.text(RunOptions.START_AT).isEmpty()) {
            if (!options.text(RunOptions.CLIENT_RUN).isEmpty()
                    || !options.text(RunOptions.CLIENT_WAIT).isEmpty()) {
                throw CommandException.usage("--start-at and --client-run contradict each other; keep one");
            }
            return new Start.At(instant(options.text(RunOptions.START_AT)));
        }
        if (run.isEmpty()) {
            if (split.shared()) {
                throw CommandException.usage(
                        split.clients() + " clients must start together: give all of them the same --client-run (or "
                                + RUN_VARIABLE + "), new for each run, or the same --start-at");
            }
            return new Start.Alone();
        }
        if (!RUN.matcher(run).matches()) {
            throw CommandException.usage("--client-run must be 1 to 200 letters, digits, '.', '_', ':' and '-', not "
                    + InputFile.excerpt(run));
        }
        Duration wait = options.text(RunOptions.CLIENT_WAIT).isEmpty()
                ? USUAL_WAIT
                : Durations.parse(options.text(RunOptions.CLIENT_WAIT))
                        .orElseThrow(() -> CommandException.usage("--client-wait must be " + Durations.WANTED
                                + ", not '" + options.text(RunOptions.CLIENT_WAIT) + "'"));
        return new Start.Together(run, wait);
    }

    private static Instant instant(String text) throws CommandException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw CommandException.usage(
                    "--start-at must be an instant with its time zone, such as 2026-12-01T09:30:00Z, not "
                            + InputFile.excerpt(text),
                    e);
        }
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " must be a whole number, not " + InputFile.excerpt(text), e);
        }
    }

    private static String given(String word, Map<String, String> environment, String variable) {
        return word.isEmpty() ? environment.getOrDefault(variable, "") : word;
    }
}
