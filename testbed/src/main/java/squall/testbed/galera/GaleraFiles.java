package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import squall.spi.StoredFiles.DataFiles;
import squall.spi.StoredFiles.FileKind;
import squall.spi.StoredFiles.FilePart;
import squall.testbed.host.ServerLog;

/** Locator of the files in which a MariaDB node has what clients wrote: a tablespace with rows and indexes for each table. */
record GaleraFiles(GaleraNode node) implements DataFiles {
    /** Kinds of files that can be changed; a node that was killed takes from the others what its log lacks. */
    static final List<FileKind> KINDS = List.of(FileKind.DATA);

    private static final int PAGE = 16384;
    private static final Set<String> SYSTEM = Set.of("mysql", "performance_schema", "sys");

    private static final Pattern CORRUPT = Pattern.compile("\\[(?:ERROR|Warning)].*(?i:corrupt|checksum mismatch)");

    /** {@inheritDoc} A server that is stopped cleanly has done so; a running one has no statement for it that lets clients write. */
    @Override
    public void flush(FileKind kind) {}

    @Override
    public List<FilePart> parts(FileKind kind) throws IOException {
        if (!KINDS.contains(kind)) {
            throw new IOException("MariaDB has no files of the kind " + kind.word() + " that Squall changes");
        }
        List<FilePart> parts = new ArrayList<>();
        try (var folders = Files.newDirectoryStream(node.data(), Files::isDirectory)) {
            for (Path folder : folders) {
                if (!SYSTEM.contains(folder.getFileName().toString())) {
                    try (var files = Files.newDirectoryStream(folder, "*.ibd")) {
                        files.forEach(file -> parts.add(FilePart.whole(file, PAGE)));
                    }
                }
            }
        }
        return parts;
    }

    @Override
    public Path keptCopies() {
        return node.keptCopies();
    }

    @Override
    public List<String> reports(Instant since) throws IOException {
        return new ServerLog(List.of(node.log()), ZoneId.systemDefault()).since(since, CORRUPT);
    }
}
