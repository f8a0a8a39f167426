package squall.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The words of a front end's command line, and how each front end is told where the database is. */
public record FrontEndWords(List<String> words) {
    /** Launchers in {@code bin/} that an experiment may name. */
    static final List<String> NAMES =
            List.of("ycsb", "benchbase", "sample-apps", "adversity", "testbed", "report", "kv", "sysbench");

    public FrontEndWords {
        words = List.copyOf(words);
    }

    String name() {
        return words.getFirst();
    }

    List<String> arguments() {
        return words.subList(1, words.size());
    }

    /**
     * With the address of a database of the user's.
     *
     * @return empty if this front end is not told of one: it starts no load, or takes a cluster
     */
    Optional<FrontEndWords> on(String url) {
        return switch (name()) {
            case "ycsb" -> Optional.of(and("-p", (url.startsWith("cql:") ? "hosts=" : "db.url=") + url));
            case "benchbase", "sample-apps", "kv", "sysbench" -> Optional.of(and("--url", url));
            default -> Optional.empty();
        };
    }

    private FrontEndWords and(String option, String value) {
        List<String> all = new ArrayList<>(words);
        all.add(option);
        all.add(value);
        return new FrontEndWords(all);
    }

    /** As it is typed. */
    public String line() {
        return "bin/" + String.join(" ", words);
    }

    /** Runs a command of a front end. */
    @FunctionalInterface
    public interface StepRunner {
        /**
         * Runs it to its end. Its results go into the folder, and what it prints into a file there.
         *
         * @param folder of this step, which is there and empty
         * @return its exit code
         * @throws IOException if it cannot be started
         */
        int run(FrontEndWords words, Path folder) throws IOException, InterruptedException;
    }
}
