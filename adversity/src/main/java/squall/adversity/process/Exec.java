package squall.adversity.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.process.DetachedAlarm;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/** Provider of faults made by user-defined commands, by the name {@code exec}. */
public final class Exec extends NamedFaultProvider {
    private static final List<String> OPTIONS = List.of("probe", "inject", "verify", "heal", "deadman", "timeout");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    public Exec() {
        super(
                "exec",
                "runs your own commands, each an argument list: inject, verify (exit code 0 while in effect) and heal; also probe,"
                        + " deadman, timeout=60s",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        commands(options);
        return Optional.empty();
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return new CommandFault(context, commands(options));
    }

    private static Commands commands(Options options) {
        options.allowOnly(OPTIONS);
        return new Commands(
                optional(options, "probe"),
                required(options, "inject"),
                required(options, "verify"),
                required(options, "heal"),
                optional(options, "deadman"),
                options.duration("timeout", TIMEOUT));
    }

    private static List<String> required(Options options, String key) {
        List<String> command = optional(options, key);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("exec: option '" + key
                    + "' is missing: it must be a command as a list of arguments; a fault that cannot be "
                    + (key.equals("verify") ? "verified" : "injected or healed") + " is not accepted");
        }
        return command;
    }

    private static List<String> optional(Options options, String key) {
        return options.text(key, "").lines().toList();
    }

    /**
     * Set of the commands of a fault: argument lists, in which {@code {name}}, {@code {node}}, {@code {host}}, {@code {port}} and {@code
     * {seconds}} are replaced.
     *
     * @param probe ends with 0 if the fault can be injected here; may be empty
     * @param verify ends with 0 while the fault is in effect, with anything else if it is not
     * @param deadman started before the inject, heals by itself after {@code {seconds}}; may be empty
     * @param timeout of each command but the dead-man
     */
    record Commands(
            List<String> probe,
            List<String> inject,
            List<String> verify,
            List<String> heal,
            List<String> deadman,
            Duration timeout) {}

    /** Fault made of commands, run once for each node, or once where no node was chosen. */
    private record CommandFault(FaultContext context, Commands commands) implements Fault {
        private static final Path HERE = Path.of("").toAbsolutePath();

        /** Name of the fact that tells in which folder the commands run, also when another process heals. */
        private static final String FOLDER = "folder";

        /** Name of the fact that tells how many nodes were chosen; those that have left the cluster need no healing. */
        private static final String NODES = "nodes";

        /** Shell script that runs a command in a folder, and removes another one with the files of the timer. */
        private static final String TIMER = "cd \"$1\" || exit; files=$2; shift 2; \"$@\"; cd /; rm -rf \"$files\"";

        @Override
        public List<String> steps() {
            List<String> steps = new ArrayList<>();
            add(steps, "probe", commands.probe());
            add(steps, "timer", commands.deadman());
            add(steps, "inject", commands.inject());
            add(steps, "verify", commands.verify());
            add(steps, "heal", commands.heal());
            return steps;
        }

        private void add(List<String> steps, String what, List<String> command) {
            filled(command, "{seconds}").forEach(line -> steps.add(what + ": " + String.join(" ", line)));
        }

        /**
         * Runs the probe command; records the folder of this process, in which all commands run, and for how many nodes they do.
         *
         * @throws IOException if it fails
         */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            for (List<String> probe : filled(commands.probe(), "")) {
                run(probe).orThrow();
            }
            return Map.of(
                    FOLDER,
                    HERE.toString(),
                    NODES,
                    Integer.toString(context.nodes().size()));
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            List<List<String>> timers = filled(commands.deadman(), Long.toString(Durations.wholeSeconds(atMost)));
            for (int i = 0; i < timers.size(); i++) {
                DetachedAlarm timer = timer(i);
                FileTrees.make(timer.folder(), "rwx------");
                List<String> words = new ArrayList<>(
                        List.of(workingFolder().toString(), timer.folder().toString()));
                words.addAll(timers.get(i));
                timer.arm(TIMER, words);
            }
            for (List<String> command : filled(commands.inject(), Long.toString(Durations.wholeSeconds(atMost)))) {
                run(command).orThrow();
            }
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (List<String> command : filled(commands.verify(), "")) {
                Finished verified = run(command);
                present |= verified.ok();
                found.add("'" + verified.line() + "' ended with " + verified.exitCode());
            }
            return new FaultEffect(present, String.join(", ", found));
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            for (List<String> command : filled(commands.heal(), "")) {
                run(command).orThrow();
            }
            int timers = commands.deadman().isEmpty() ? 0 : Math.max(1, chosen());
            for (int i = 0; i < timers; i++) {
                timer(i).disarm(); // else it would end a later fault of the same commands
                FileTrees.delete(timer(i).folder());
            }
        }

        private DetachedAlarm timer(int number) {
            String name = context.name() + "-" + number;
            return new DetachedAlarm(Path.of(System.getProperty("java.io.tmpdir"), name), "timer");
        }

        private Finished run(List<String> command) throws IOException, InterruptedException {
            return new ExternalProgram(command, workingFolder(), commands.timeout()).run();
        }

        private Path workingFolder() {
            return Path.of(context.facts().getOrDefault(FOLDER, HERE.toString()));
        }

        private int chosen() {
            String recorded = context.facts().get(NODES);
            return recorded == null ? context.nodes().size() : Integer.parseInt(recorded);
        }

        /** Returns the command for each node that is still there, one where none was chosen; none if it is empty. */
        private List<List<String>> filled(List<String> command, String seconds) {
            if (command.isEmpty()) {
                return List.of();
            }
            List<String> named = replaced(command, Map.of("{name}", context.name(), "{seconds}", seconds));
            return chosen() == 0
                    ? List.of(named)
                    : context.nodes().stream()
                            .map(node -> replaced(named, words(node)))
                            .toList();
        }

        private static Map<String, String> words(Node node) {
            return Map.of("{node}", node.name(), "{host}", node.host(), "{port}", Integer.toString(node.port()));
        }

        private static List<String> replaced(List<String> command, Map<String, String> words) {
            List<String> replaced = new ArrayList<>();
            for (String argument : command) {
                String filled = argument;
                for (Map.Entry<String, String> word : words.entrySet()) {
                    filled = filled.replace(word.getKey(), word.getValue());
                }
                replaced.add(filled);
            }
            return replaced;
        }
    }
}
