package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import squall.spi.StoredFiles.DataFiles;
import squall.spi.StoredFiles.FileKind;
import squall.spi.StoredFiles.FilePart;
import squall.testbed.host.ServerLog;

/** Locator of the files in which a running node has what clients wrote: sorted tables of their keyspaces, and the commit log. */
record CassandraFiles(NodeServer server) implements DataFiles {
    /** Kinds of files that Cassandra has. */
    static final List<FileKind> KINDS = List.of(FileKind.SSTABLE, FileKind.COMMITLOG);

    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Part in which files are changed: a chunk of compressed data with its checksum is of about that size. */
    private static final int BLOCK = 4096;

    /** Lines that name corrupt files, also the first line of an exception; its causes repeat it. */
    private static final Pattern CORRUPT =
            Pattern.compile("^(?!Caused by|\\s).*(?:CorruptSSTableException|CorruptBlockException"
                    + "|CommitLogReplayException|CommitLogReadException|[Cc]hecksum mismatch|mutation checksum failure"
                    + "|Could not read commit log descriptor|Encountered bad header)");

    /** {@inheritDoc} The commit log is on the disk by itself. */
    @Override
    public void flush(FileKind kind) throws IOException, InterruptedException {
        if (kind != FileKind.SSTABLE) {
            return;
        }
        for (String keyspace : server.jmx().keyspaces()) {
            server.jmx()
                    .invoke(
                            LIMIT,
                            "forceKeyspaceFlush",
                            new Object[] {keyspace, new String[0]},
                            String.class.getName(),
                            String[].class.getName());
        }
    }

    @Override
    public List<FilePart> parts(FileKind kind) throws IOException, InterruptedException {
        return switch (kind) {
            case SSTABLE -> tables();
            case COMMITLOG -> files(server.folder().data().resolve("commitlog"), ".log");
            case DATA, INDEX, WAL -> throw new IOException("Cassandra has no files of the kind " + kind.word());
        };
    }

    private List<FilePart> tables() throws IOException, InterruptedException {
        List<String> keyspaces = server.jmx().keyspaces();
        List<FilePart> parts = new ArrayList<>();
        for (Path table : new NodeSnapshots(server).tables()) {
            if (keyspaces.contains(table.resolveSibling("").getFileName().toString())) {
                parts.addAll(files(table, "-Data.db"));
            }
        }
        return parts;
    }

    private static List<FilePart> files(Path folder, String suffix) throws IOException {
        List<FilePart> parts = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, "*" + suffix)) {
            files.forEach(file -> parts.add(FilePart.whole(file, BLOCK)));
        }
        return parts;
    }

    @Override
    public Path keptCopies() {
        return server.keptCopies();
    }

    @Override
    public List<String> reports(Instant since) throws IOException {
        return new ServerLog(List.of(server.folder().log()), ZoneId.systemDefault()).since(since, CORRUPT);
    }
}
