package squall.testbed;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.host.InstanceNames;
import squall.testbed.host.RunAs;

/**
 * The folder of one embedded server: its data, its log, its settings, its password, and a note by which Squall knows the
 * folder as its own.
 */
record PostgresInstance(Path folder) {
    static final int MOST_DATA_FOLDERS = 16;

    private static final String MADE_BY = "squall testbed postgres";

    /** @throws IllegalArgumentException if the name is none */
    static PostgresInstance named(StateFolder state, String name) throws IOException {
        return new PostgresInstance(state.folder("postgres").resolve(InstanceNames.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    PostgresInstance making() {
        return sibling(".making");
    }

    /** Where it goes to be deleted, whole. */
    PostgresInstance leaving() {
        return sibling(".leaving");
    }

    private PostgresInstance sibling(String suffix) {
        return new PostgresInstance(folder.resolveSibling(folder.getFileName() + suffix));
    }

    Path data() {
        return folder.resolve("data");
    }

    /** A folder next to the data, for a tablespace of its name. @param number from 1 */
    Path dataFolder(int number) {
        return folder.resolve("data" + number);
    }

    /** Those that were made, in order. */
    List<Path> dataFolders() {
        return IntStream.rangeClosed(1, MOST_DATA_FOLDERS)
                .mapToObj(this::dataFolder)
                .takeWhile(Files::isDirectory)
                .toList();
    }

    Path log() {
        return folder.resolve("server.log");
    }

    Path previousLog() {
        return folder.resolve("server.log.1");
    }

    /** Squall's settings, included by the server's own file. */
    Path settings() {
        return folder.resolve("squall.conf");
    }

    /** In libpq's format, so that {@code PGPASSFILE} can name it. */
    Path passwords() {
        return folder.resolve("pgpass");
    }

    private Path noteFile() {
        return folder.resolve("instance.properties");
    }

    /** Outside the folder, so that it can be held while the folder is removed. */
    Path lockFile() {
        return folder.resolveSibling(folder.getFileName() + ".lock");
    }

    /** What lies in the folder and was not put there by Squall or its server. */
    List<Path> foreign() throws IOException {
        var own = new HashSet<>(Set.of(data(), log(), previousLog(), settings(), passwords(), noteFile()));
        own.addAll(dataFolders());
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> !own.contains(entry)).toList();
        }
    }

    /** What is known of the instance; empty if it was never made. */
    Optional<Note> note() throws IOException {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.exists(noteFile())) {
            throw new IOException(folder + " was not created by Squall: it has no "
                    + noteFile().getFileName() + ". Move it elsewhere, or choose another --name");
        }
        var read = new Properties();
        read.load(new StringReader(Files.readString(noteFile())));
        if (!MADE_BY.equals(read.getProperty("made-by"))) {
            throw new IOException(noteFile() + " was not written by Squall; it must say made-by=" + MADE_BY);
        }
        return Optional.of(new Note(
                required(read, "version"),
                RunAs.of(required(read, "run-as")),
                Integer.parseInt(required(read, "port"))));
    }

    private String required(Properties read, String key) throws IOException {
        String value = read.getProperty(key);
        if (value == null) {
            throw new IOException(noteFile() + " has no '" + key + "'; restore it, or remove the instance with"
                    + " 'testbed reset postgres'");
        }
        return value;
    }

    void write(Note note) throws IOException {
        String text = "made-by=" + MADE_BY + "\nversion=" + note.version() + "\nrun-as="
                + note.runAs().word() + "\nport=" + note.port() + "\n";
        FileTrees.write(noteFile(), text, "rw-r--r--");
    }

    /**
     * What must be remembered of an instance.
     *
     * @param version of PostgreSQL that made the data
     * @param port of the last start
     */
    record Note(String version, RunAs runAs, int port) {
        Note withPort(int changed) {
            return new Note(version, runAs, changed);
        }

        String major() {
            return version.substring(0, version.indexOf('.'));
        }
    }
}
