package squall.adversity.junit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import squall.adversity.cli.AdversityCommand;
import squall.adversity.safety.InjectionRun.NotHealedException;
import squall.cli.CommandEnvironment;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioWriter;
import squall.system.ExitCode;

/** Runner of scenarios inside this JVM, as {@code bin/adversity run} runs them; one at a time. */
public final class InProcessScenarios {
    /** Far longer than any healing. */
    private static final Duration HEALING_LIMIT = Duration.ofMinutes(5);

    private final Path results;
    private final ReentrantLock under = new ReentrantLock();

    /** @param results where run directories go */
    InProcessScenarios(Path results) {
        this.results = results;
    }

    /**
     * Runs a scenario to its end; whatever it did is healed then. On a machine that does not support its cluster the test is aborted.
     *
     * @throws AssertionError if it could not be run at all, with what was printed
     */
    public AdversityRun run(Scenario scenario) throws IOException {
        return run(List.of(file(scenario.name(), ScenarioWriter.text(scenario))));
    }

    /** Writes the scenario of a test's annotations. @return its file */
    String file(AnnotatedScenario scenario) throws IOException {
        return file(scenario.name(), scenario.text());
    }

    private String file(String name, String text) throws IOException {
        Files.createDirectories(results);
        return Files.writeString(results.resolve(name + ".yaml"), text).toString();
    }

    /**
     * Runs a scenario and prints where its results are, because no report of Maven or Gradle shows the report entries of a test.
     *
     * @param words of the command line, the scenario first
     */
    AdversityRun run(List<String> words) throws IOException {
        Files.createDirectories(results);
        Set<Path> before = directories();
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(words);
        all.addAll(List.of("--results", results.toAbsolutePath().toString(), "--progress", "none"));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = executed(all, printed);
        Set<Path> made = directories();
        made.removeAll(before);
        if (made.isEmpty() && code == ExitCode.INVALID.code()) {
            Assumptions.abort("N/A: " + printed.toString(StandardCharsets.UTF_8).strip());
        }
        if (made.size() != 1) {
            throw new AssertionError("adversity " + String.join(" ", all) + " ended with " + code + ":\n"
                    + printed.toString(StandardCharsets.UTF_8));
        }
        Path directory = made.iterator().next();
        System.out.println("adversity run " + words.getFirst() + ": exit " + code + ", results in " + directory);
        return AdversityRun.read(directory);
    }

    /**
     * Waits until a run that was given up, as by a test's timeout, has healed what it did.
     *
     * @throws NotHealedException if it does not come to its end
     */
    void awaitEnd() throws IOException, InterruptedException {
        if (!under.tryLock(HEALING_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new NotHealedException("a run is still in progress " + HEALING_LIMIT.toMinutes()
                    + " minutes after its test; its watchdog heals it when its time is over");
        }
        under.unlock();
    }

    private int executed(List<String> words, ByteArrayOutputStream printed) {
        under.lock();
        try {
            return execute(words, printed);
        } finally {
            under.unlock();
        }
    }

    private static int execute(List<String> words, ByteArrayOutputStream printed) {
        try (PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            return AdversityCommand.execute(
                    words,
                    new CommandEnvironment(
                            InputStream.nullInputStream(),
                            stream,
                            stream,
                            System.getenv(),
                            Optional.empty(),
                            Path.of("")));
        }
    }

    /** Lists the run directories, without the link {@code latest}. */
    private Set<Path> directories() throws IOException {
        try (Stream<Path> children = Files.list(results)) {
            return children.filter(child -> !Files.isSymbolicLink(child))
                    .filter(child -> Files.exists(child.resolve(AdversityRun.SUMMARY)))
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }
}
