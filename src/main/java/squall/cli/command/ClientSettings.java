package squall.cli.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import squall.engine.schedule.ClientSplit;
import squall.spi.Durations;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;

/**
 * Which client of a run this process is, and how the clients of the run start together.
 *
 * @param split the part that is done here
 * @param start what the clients wait for
 */
public record ClientSettings(ClientSplit split, Start start) {
    /** A run of a single client. */
    public static final ClientSettings SINGLE = new ClientSettings(ClientSplit.WHOLE, new Start.Alone());

    private static final int SEED_BOUND = 1_000_000_000;
    private static final Duration USUAL_WAIT = Duration.ofMinutes(5);
    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9._:-]{1,200}");
    /** The variable in which Kubernetes tells a pod of an Indexed Job its number. */
    public static final String INDEX = "JOB_COMPLETION_INDEX";

    private static final String COMPLETIONS = "JOB_COMPLETIONS";
    private static final String RUN_VARIABLE = "SQUALL_CLIENT_RUN";

    /** How the clients of one run start. */
    public sealed interface Start {
        /** There is no other client to wait for. */
        record Alone() implements Start {}

        /** At one instant. */
        record At(Instant instant) implements Start {}

        /** When all have signed in to the run of this name, in the database under test. */
        record Together(String run, Duration longest) implements Start {}
    }

    /** The options as typed; empty: not given. */
    public record ClientWords(String clients, String client, String run, String longest, String startAt) {}

    /** The same options for commands whose options picocli reads. */
    public static final class ClientFlags {
        @Option(
                names = "--clients",
                paramLabel = "N",
                description = "Share the run among N clients. Default: JOB_COMPLETIONS.")
        private String clients = "";

        @Option(
                names = "--client",
                paramLabel = "I",
                description = "Which of them this is, from 0. Default: JOB_COMPLETION_INDEX.")
        private String client = "";

        @Option(
                names = "--client-run",
                paramLabel = "NAME",
                description =
                        "Start when all clients have signed in under this name, new for each run, in the database under test."
                                + " Default: SQUALL_CLIENT_RUN.")
        private String run = "";

        @Option(
                names = "--client-wait",
                paramLabel = "TIME",
                description = "How long to wait for the other clients (default: 5m).")
        private String wait = "";

        @Option(
                names = "--start-at",
                paramLabel = "TIME",
                description = "Start at this instant instead, such as 2026-12-01T09:30:00Z.")
        private String startAt = "";

        /** @throws CommandException as {@link ClientSettings#of} */
        public ClientSettings settings(Map<String, String> environment) throws CommandException {
            return ClientSettings.of(new ClientWords(clients, client, run, wait, startAt), environment);
        }
    }

    /** @throws CommandException if a value cannot be read, one is missing, or they contradict each other */
    public static ClientSettings of(ClientWords words, Map<String, String> environment) throws CommandException {
        String run = given(words.run(), environment, RUN_VARIABLE);
        Optional<ClientSplit> split = split(words, environment);
        if (split.isEmpty()) {
            for (String text : new String[] {words.run(), words.longest(), words.startAt()}) {
                if (!text.isEmpty()) {
                    throw CommandException.usage(
                            "--client-run, --client-wait and --start-at need --clients and --client");
                }
            }
            return SINGLE;
        }
        return new ClientSettings(split.get(), start(split.get(), words, run));
    }

    /** For one of several runs of a command, which the clients start together one after the other. */
    public ClientSettings step(String name) {
        return switch (start) {
            case Start.Alone alone -> this;
            case Start.At at -> this;
            case Start.Together(String run, Duration longest) ->
                new ClientSettings(split, new Start.Together(run + "." + name, longest));
        };
    }

    /** By what all clients of the run know it, and no other run; empty if there are no others. */
    public Optional<String> runName() {
        return switch (start) {
            case Start.Alone alone -> Optional.empty();
            case Start.At(Instant instant) -> Optional.of(instant.toString());
            case Start.Together(String run, Duration longest) -> Optional.of(run);
        };
    }

    /** How long a client waits for another. */
    public Duration longestWait() {
        return start instanceof Start.Together together ? together.longest() : USUAL_WAIT;
    }

    /** The seed of all clients where none is given: each must come to the same without asking the others. Empty if there are none. */
    public OptionalLong seed() {
        return runName().stream().mapToLong(ClientSettings::seed).findFirst();
    }

    /** Short enough to be typed again. */
    private static long seed(String name) {
        return Integer.toUnsignedLong(name.hashCode()) % SEED_BOUND;
    }

    private static Optional<ClientSplit> split(ClientWords words, Map<String, String> environment)
            throws CommandException {
        String clients = given(words.clients(), environment, COMPLETIONS);
        String client = given(words.client(), environment, INDEX);
        boolean asked = !words.clients().isEmpty() || !words.client().isEmpty() || environment.containsKey(INDEX);
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
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private static Start start(ClientSplit split, ClientWords words, String run) throws CommandException {
        if (!words.startAt().isEmpty()) {
            if (!words.run().isEmpty() || !words.longest().isEmpty()) {
                throw CommandException.usage("--start-at and --client-run contradict each other; keep one");
            }
            return new Start.At(instant(words.startAt()));
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
        Duration wait = words.longest().isEmpty()
                ? USUAL_WAIT
                : Durations.parse(words.longest())
                        .orElseThrow(() -> CommandException.usage(
                                "--client-wait must be " + Durations.WANTED + ", not '" + words.longest() + "'"));
        return new Start.Together(run, wait);
    }

    private static Instant instant(String text) throws CommandException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new CommandException(
                    ExitCode.USAGE,
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
