package squall.adversity.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import squall.adversity.process.Exec.Commands;
import squall.host.Detached;
import squall.host.Program;
import squall.host.Program.Finished;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/** A fault made of commands, run once for each node, or once where no node was chosen. */
record OwnCommands(Scene scene, Commands commands) implements Fault {
    private static final Path HERE = Path.of("").toAbsolutePath();

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

    /** Asks the probe; there is nothing to remember. */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        for (List<String> probe : filled(commands.probe(), "")) {
            run(probe).orThrow();
        }
        return Map.of();
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        for (List<String> timer : filled(commands.deadman(), Long.toString(Durations.wholeSeconds(atMost)))) {
            Path folder = Files.createTempDirectory(scene.name());
            new Detached(timer, HERE, folder.resolve("output"), folder.resolve("pid")).start();
        }
        for (List<String> command : filled(commands.inject(), Long.toString(Durations.wholeSeconds(atMost)))) {
            run(command).orThrow();
        }
    }

    @Override
    public Effect effect() throws IOException, InterruptedException {
        boolean present = false;
        List<String> found = new ArrayList<>();
        for (List<String> command : filled(commands.verify(), "")) {
            Finished verified = run(command);
            present |= verified.ok();
            found.add("'" + verified.line() + "' ended with " + verified.exitCode());
        }
        return new Effect(present, String.join(", ", found));
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (List<String> command : filled(commands.heal(), "")) {
            run(command).orThrow();
        }
    }

    private Finished run(List<String> command) throws IOException, InterruptedException {
        return new Program(command, HERE, commands.timeout()).run();
    }

    /** The command for each node; none if it is empty. */
    private List<List<String>> filled(List<String> command, String seconds) {
        if (command.isEmpty()) {
            return List.of();
        }
        List<String> named = replaced(command, Map.of("{name}", scene.name(), "{seconds}", seconds));
        return scene.nodes().isEmpty()
                ? List.of(named)
                : scene.nodes().stream()
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
