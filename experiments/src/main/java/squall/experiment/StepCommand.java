package squall.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Command line of a front end, and the option by which each front end gets the address of the database. */
public record StepCommand(List<String> words) {
    /** Launchers in {@code bin/} that an experiment may name. */
    static final List<String> NAMES =
            List.of("ycsb", "benchbase", "sample-apps", "adversity", "testbed", "report", "kv", "sysbench");

    /** Front ends that start a database of their own where no address is given. */
    private static final Set<String> STARTING = Set.of("ycsb", "benchbase", "sample-apps", "kv", "sysbench");

    public StepCommand {
        words = List.copyOf(words);
    }

    String name() {
        return words.getFirst();
    }

    /** Returns whether this front end starts a database of its own where no address is given. */
    boolean startsDatabase() {
        return STARTING.contains(name());
    }

    /** Returns whether the testbed that it starts has nodes of a stated size. */
    boolean sizesNodes() {
        return words.stream().anyMatch(word -> word.contains("node-cpus="));
    }

    /** Returns whether this front end runs its load on a cluster that it can disturb. */
    boolean takesCluster() {
        return name().equals("adversity");
    }

    List<String> arguments() {
        return words.subList(1, words.size());
    }

    /**
     * Returns the command line with the address of a database of the user's.
     *
     * @return empty if this front end takes none: it starts no load, or takes a cluster
     */
    Optional<StepCommand> on(String url) {
        return switch (name()) {
            case "ycsb" -> Optional.of(and("-p", (url.startsWith("cql:") ? "hosts=" : "db.url=") + url));
            case "benchbase", "sample-apps", "kv", "sysbench" -> Optional.of(and("--url", url));
            default -> Optional.empty();
        };
    }

    private StepCommand and(String option, String value) {
        List<String> all = new ArrayList<>(words);
        all.add(option);
        all.add(value);
        return new StepCommand(all);
    }

    /** Returns the line as it is typed. */
    public String line() {
        return "bin/" + String.join(" ", words);
    }

    /** Runner of a front end's commands. */
    @FunctionalInterface
    public interface StepRunner {
        /**
         * Runs it to its end. Its results go into the folder, and its output into a file there.
         *
         * @param folder of this step, which exists and is empty
         * @return its exit code
         * @throws IOException if it cannot be started
         */
        int run(StepCommand words, Path folder) throws IOException, InterruptedException;
    }
}
