package squall.ycsb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cli.CommandEnvironment;

/**
 * Command {@code bin/ycsb}, run within this process.
 *
 * @param address arguments that lead to the database
 * @param folder in which it runs, and leaves its results
 */
record Ycsb(List<String> address, Path folder) {
    private static final Path WORKLOADS_PARENT = Path.of("..").toAbsolutePath().normalize();

    /** End of a command: its exit code and its two streams. */
    record Ended(int code, String out, String err) {
        /** Returns the exit code; 0 also of a run whose only fault is that this machine was too busy to keep its schedule. */
        int codeIfNotBusy() {
            List<String> reasons =
                    err.lines().filter(line -> line.startsWith("exit ")).toList();
            boolean onlyBusy =
                    reasons.size() == 1 && reasons.getFirst().startsWith("exit 6: the client was overloaded");
            return onlyBusy ? 0 : code;
        }

        /** Returns the value of a line of the report; empty if there is none. */
        Optional<String> value(String metric, String measurement) {
            String start = "[" + metric + "], " + measurement + ", ";
            return out.lines()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .findFirst();
        }
    }

    Ended run(String line) {
        return run(line, "");
    }

    /** Runs the command. @param input its standard input */
    Ended run(String line, String input) {
        return run(line, input, new ByteArrayOutputStream());
    }

    /** Runs the command. @param err receives its standard error while it runs */
    Ended run(String line, String input, ByteArrayOutputStream err) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(2, address); // before what the test gives, which therefore wins
        words.add("--progress=plain");
        int code = YcsbCommand.execute(
                words,
                new CommandEnvironment(
                        new ByteArrayInputStream(input.getBytes(UTF_8)),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        Map.of(),
                        Optional.of(WORKLOADS_PARENT),
                        folder));
        return new Ended(code, out.toString(UTF_8), err.toString(UTF_8));
    }
}
