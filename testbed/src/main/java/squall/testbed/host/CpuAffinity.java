package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Affinity to processors: those of this machine on which a process may run; read from {@code /proc}, set by util-linux' {@code taskset}.
 */
public final class CpuAffinity {
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private CpuAffinity() {}

    /** Returns their number; without {@code /proc}, the number that this JVM has. */
    public static int of(long pid) throws IOException {
        return allowed(Long.toString(pid)).size();
    }

    /**
     * Returns the command line that runs a command on this number of processors.
     *
     * @param first spreads nodes: processors are counted from this number
     * @throws IOException if there are fewer, or they cannot be chosen here
     */
    public static List<String> command(int count, int first, List<String> command) throws IOException {
        List<Integer> ours = allowed("self");
        if (count == ours.size()) {
            return command;
        }
        if (count > ours.size()) {
            throw new IOException(count + " processors were requested, but this machine has only " + ours.size());
        }
        if (!Files.isExecutable(TASKSET)) {
            throw new IOException(
                    "binding processors needs taskset, which is not installed: apt-get install util-linux");
        }
        String chosen = IntStream.range(first, first + count)
                .mapToObj(index -> ours.get(index % ours.size()).toString())
                .collect(Collectors.joining(","));
        return Stream.concat(Stream.of(TASKSET.toString(), "-c", chosen), command.stream())
                .toList();
    }

    private static List<Integer> allowed(String pid) throws IOException {
        Path status = Path.of("/proc", pid, "status");
        if (!Files.exists(status)) {
            return IntStream.range(0, Runtime.getRuntime().availableProcessors())
                    .boxed()
                    .toList();
        }
        return listed(Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(status + " has no line " + ALLOWED)));
    }

    /** Parses a list as the kernel writes it: {@code 0-3,8}. */
    static List<Integer> listed(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : text.split(",", -1)) {
            String[] ends = range.split("-", 2);
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                numbers.add(number);
            }
        }
        return List.copyOf(numbers);
    }
}
