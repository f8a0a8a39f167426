package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import squall.system.FileTrees;
import squall.testbed.cassandra.layout.CassandraNodeFolder;

/** Snapshot function of a running node: it flushes its memory, and links the files, which never change. */
record NodeSnapshots(NodeServer server) {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Minimum time to live: Cassandra removes no snapshot by itself before a minute. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    void take(String name, Duration keep) throws IOException, InterruptedException {
        String[] keyspaces = server.jmx().keyspaces().toArray(String[]::new);
        if (keyspaces.length == 0) {
            throw new IOException(server.member().name() + " has no user keyspace to snapshot");
        }
        Duration kept = keep.compareTo(SHORTEST) < 0 ? SHORTEST : keep;
        server.jmx()
                .invoke(
                        LIMIT,
                        "takeSnapshot",
                        new Object[] {name, Map.of("ttl", kept.toSeconds() + "s"), keyspaces},
                        String.class.getName(),
                        Map.class.getName(),
                        String[].class.getName());
    }

    /** Returns the size of a snapshot; empty if there is none of this name. */
    OptionalLong bytes(String name) throws IOException {
        long bytes = 0;
        boolean found = false;
        for (Path table : tables()) {
            Path snapshot = table.resolve("snapshots").resolve(name);
            if (Files.isDirectory(snapshot)) {
                found = true;
                bytes += FileTrees.bytes(snapshot);
            }
        }
        return found ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    void clear(String name) throws IOException, InterruptedException {
        server.jmx()
                .invoke(
                        LIMIT,
                        "clearSnapshot",
                        new Object[] {name, new String[0]},
                        String.class.getName(),
                        String[].class.getName());
    }

    /** Lists the tables of all keyspaces, in each folder over which the node spreads its data. */
    List<Path> tables() throws IOException {
        List<Path> tables = new ArrayList<>();
        for (Path folder : folders(server.folder().data())) {
            if (CassandraNodeFolder.holdsTables(folder)) {
                for (Path keyspace : folders(folder)) {
                    tables.addAll(folders(keyspace));
                }
            }
        }
        return tables;
    }

    private static List<Path> folders(Path folder) throws IOException {
        return FileTrees.entriesIfAny(folder).stream()
                .filter(Files::isDirectory)
                .toList();
    }
}
