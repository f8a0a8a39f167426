package squall.testbed.postgres;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NoteFormat;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnfreezeTimer;

/**
 * Folder of one embedded server: its data, its log, its settings, its password, and a note that marks the folder as Squall's. The server's
 * files are in the folder itself, not in one for a node.
 */
record PostgresInstance(Path folder) implements ClusterFolder<PostgresInstance.Note> {
    static final int MOST_DATA_FOLDERS = 16;

    /** The name of its only node. */
    static final String NODE = "server";

    private static final String MADE_BY = "squall testbed postgres";
    private static final NoteFormat<Note> FORMAT = new NoteFormat<>("instance.properties", Note.class, MADE_BY);

    /** @throws IllegalArgumentException if the name is invalid */
    static PostgresInstance named(StateFolder state, String name) throws IOException {
        return new PostgresInstance(ClusterFolder.named(state, EmbeddedPostgres.DEFAULT_NAME, name));
    }

    @Override
    public NoteFormat<Note> format() {
        return FORMAT;
    }

    @Override
    public String kind() {
        return EmbeddedPostgres.DEFAULT_NAME;
    }

    @Override
    public Set<Path> files() {
        var own = new HashSet<>(Set.of(data(), log(), previousLog(), settings(), passwords(), keptCopies()));
        own.addAll(dataFolders());
        own.addAll(LoopDisk.files(folder));
        own.addAll(new UnfreezeTimer(folder).files());
        return own;
    }

    @Override
    public List<String> prefixes() {
        return List.of();
    }

    /** Returns the folder of the data, on the disk of the server's own, if it has one. */
    Path data() {
        return LoopDisk.root(folder).resolve("data");
    }

    /** Returns a folder next to the data, for a tablespace of its name. @param number from 1 */
    Path dataFolder(int number) {
        return LoopDisk.root(folder).resolve("data" + number);
    }

    /** Lists the existing data folders, in order. */
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

    /** Returns Squall's settings, included by the server's own file. */
    Path settings() {
        return folder.resolve("squall.conf");
    }

    /** Returns the password file in libpq's format, for {@code PGPASSFILE}. */
    Path passwords() {
        return folder.resolve("pgpass");
    }

    /** Returns the folder for copies of what a fault changes in the data. */
    Path keptCopies() {
        return folder.resolve("kept");
    }

    private Path noteFile() {
        return folder.resolve(FORMAT.file());
    }

    @Override
    public Optional<Note> note() throws IOException {
        Optional<String> text = noteText();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var read = new Properties();
        read.load(new StringReader(text.get()));
        if (!MADE_BY.equals(read.getProperty("made-by"))) {
            throw new IOException(noteFile() + " was not written by Squall; it must say made-by=" + MADE_BY);
        }
        return Optional.of(new Note(
                required(read, "version"),
                RunAs.of(required(read, "run-as")),
                Integer.parseInt(required(read, "port")),
                kept(read)));
    }

    private static SequencedMap<String, String> kept(Properties read) {
        SequencedMap<String, String> kept = new LinkedHashMap<>();
        for (String key : Stream.concat(
                        Stream.of(DiskShape.OPTION, PostgresShape.CHECKSUMS), PostgresShape.kept().stream())
                .toList()) {
            String value = read.getProperty(key);
            if (value != null) {
                kept.put(key, value);
            }
        }
        return kept;
    }

    private String required(Properties read, String key) throws IOException {
        String value = read.getProperty(key);
        if (value == null) {
            throw new IOException(noteFile() + " has no '" + key + "'; restore it, or remove the instance with"
                    + " 'testbed reset postgres'");
        }
        return value;
    }

    @Override
    public void write(Path place, Note note) throws IOException {
        String text = "made-by=" + MADE_BY + "\nversion=" + note.version() + "\nrun-as="
                + note.runAs().word() + "\nport=" + note.port() + "\n"
                + note.kept().entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(Collectors.joining());
        FileTrees.write(place.resolve(FORMAT.file()), text, "rw-r--r--");
    }

    /**
     * Note of an instance.
     *
     * @param version of PostgreSQL that created the data
     * @param port of the last start
     * @param kept options that hold from the start of the server on: its disk, and settings that differ from the usual
     */
    record Note(String version, RunAs runAs, int port, SequencedMap<String, String> kept)
            implements ClusterNote<ClusterNote.Member> {
        Note {
            kept = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(kept));
        }

        @Override
        public String madeBy() {
            return MADE_BY;
        }

        /** {@inheritDoc} None has a folder of its own. */
        @Override
        public List<Member> members() {
            return List.of();
        }

        Note withPort(int changed) {
            return new Note(version, runAs, changed, kept);
        }

        Note with(Map<String, String> changed) {
            var all = new LinkedHashMap<>(kept);
            all.putAll(changed);
            return new Note(version, runAs, port, all);
        }

        Optional<DiskShape> disk() {
            return DiskShape.of(new Options(FORMAT.file(), kept));
        }

        /** Returns whether its pages have checksums. */
        boolean checksums() {
            return kept.getOrDefault(PostgresShape.CHECKSUMS, "on").equals("on");
        }

        /** Settings of the server that differ from the usual, by PostgreSQL's names. */
        Map<String, String> durability() {
            var settings = new LinkedHashMap<>(kept);
            settings.remove(DiskShape.OPTION);
            settings.remove(PostgresShape.CHECKSUMS);
            return settings;
        }

        String major() {
            return version.substring(0, version.indexOf('.'));
        }
    }
}
