package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.ResourceAllotment;

/** Folder of one node's configuration, data and logs. */
public record CassandraNodeFolder(Path path) {
    private static final Pattern DATA = Pattern.compile("data\\d*");
    private static final Pattern STACK = Pattern.compile("\\s+(at |\\.\\.\\. )");

    public Path conf() {
        return path.resolve("conf");
    }

    public Path data() {
        return LoopDisk.root(path).resolve("data");
    }

    /** Lists the folders of the node's tables. */
    public List<Path> dataFolders(int count) {
        return count == 1
                ? List.of(data().resolve("data"))
                : IntStream.rangeClosed(1, count)
                        .mapToObj(number -> data().resolve("data" + number))
                        .toList();
    }

    /** Returns whether it is one of {@link #dataFolders}, however many there are. */
    public static boolean holdsTables(Path folder) {
        return DATA.matcher(folder.getFileName().toString()).matches();
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public Path temporary() {
        return path.resolve("tmp");
    }

    public ResourceAllotment allotment() {
        return new ResourceAllotment(path);
    }

    /** Returns the folder in which the node leaves the changes of tables with change data capture. */
    public Path changes() {
        return data().resolve("cdc");
    }

    /** Returns the node's own log. */
    public Path log() {
        return logs().resolve("system.log");
    }

    /** Returns the files of the node's own log, the oldest first; it begins a new one when it is long. */
    public List<Path> wholeLog() {
        return List.of(logs().resolve("system.log.1"), log());
    }

    /** Returns the output of its JVM. */
    public Path output() {
        return logs().resolve("output.log");
    }

    public Path pidFile() {
        return path.resolve("node.pid");
    }

    /** Returns the file with all arguments of its JVM; part of the command line, by which the process is recognized. */
    public Path arguments() {
        return conf().resolve("jvm.arguments");
    }

    /** Returns the last lines that explain why a node ended, without the stack traces. */
    public String lastWords() throws IOException {
        return Stream.concat(last(log(), 6).stream(), last(output(), 6).stream())
                .distinct()
                .collect(Collectors.joining("\n  "));
    }

    private static List<String> last(Path file, int count) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        var tail = new ArrayDeque<String>();
        try (var lines = Files.lines(file)) {
            lines.filter(line -> !STACK.matcher(line).lookingAt()).forEach(line -> {
                tail.addLast(line);
                if (tail.size() > count) {
                    tail.removeFirst();
                }
            });
        }
        return List.copyOf(tail);
    }
}
