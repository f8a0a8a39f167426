package squall.ycsb.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;

/**
 * Command {@code bin/ycsb}, run within this process.
 *
 * @param address arguments that lead to the database
 * @param folder in which it runs, and leaves its results
 */
record Ycsb(List<String> address, Path folder) {
    private static final Path WORKLOADS_PARENT = Path.of("..").toAbsolutePath().normalize();

    Ended run(String line) {
        return run(line, Streams.closed());
    }

    Ended run(String line, Streams streams) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(2, address); // before what the test gives, which therefore wins
        words.add("--progress=plain");
        return new TestCommand(YcsbCommand::execute, Optional.of(WORKLOADS_PARENT), folder).run(words, streams);
    }
}
