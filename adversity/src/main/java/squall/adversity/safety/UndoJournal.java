package squall.adversity.safety;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.adversity.safety.InjectionRun.JournalWriter;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.scenario.ProviderSpec;
import squall.system.FileTrees;
import squall.system.SecretMasking;
import squall.system.process.ProcessState;

/**
 * Undo journal of one run: append-only, and each line is on the disk itself when {@link #append} returns.
 *
 * <p>Any thread may append, and so may another process at the same time: a line is written in one piece.
 */
public final class UndoJournal implements JournalWriter, Closeable {
    /** Stream and no channel, because an interrupt of one writer would close a channel for all. */
    private final FileOutputStream out;

    private UndoJournal(FileOutputStream out) {
        this.out = out;
    }

    /** Creates a journal, readable only by its owner, because options may contain secrets. It is never visible without its first line. */
    static UndoJournal begin(Path file, JournalOwner owner) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        var rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(aside);
        Files.createFile(aside, rights);
        UndoJournal journal = appending(aside);
        journal.write(JournalFormat.first(owner));
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        FileTrees.force(file.resolveSibling("")); // else a power cut could take the file's name with it
        return journal;
    }

    /** Opens an existing journal, to continue after a crash. */
    static UndoJournal reopen(Path file) throws IOException {
        FileTrees.dropTornLine(file);
        return appending(file);
    }

    /** @throws IOException if there is no such file, or this version of Squall cannot read it */
    static Contents read(Path file) throws IOException {
        try {
            return JournalFormat.contents(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ", " + e.getMessage() + "; heal with the version of Squall that wrote it", e);
        }
    }

    /** Returns the text of a journal for everyone to read. @throws IOException as {@link #read} */
    static String withoutSecrets(Path file) throws IOException {
        return JournalFormat.withoutSecrets(read(file));
    }

    private static UndoJournal appending(Path file) throws IOException {
        return new UndoJournal(new FileOutputStream(file.toFile(), true));
    }

    @Override
    public void append(JournalEntry line) throws IOException {
        write(JournalFormat.line(line));
    }

    private void write(String line) throws IOException {
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Content of a journal, in the order in which it happened. */
    public record Contents(JournalOwner owner, List<JournalEntry> lines) {
        public Contents {
            lines = List.copyOf(lines);
        }

        /** Returns the last line of each injection. */
        public List<JournalEntry> last() {
            Map<String, JournalEntry> last = new LinkedHashMap<>();
            lines.forEach(line -> last.put(line.undo().id(), line));
            return List.copyOf(last.values());
        }

        /** Returns the last line of each injection of which something may be left. */
        public List<JournalEntry> open() {
            return last().stream().filter(line -> line.stage().open()).toList();
        }

        /** Describes each fault of which something may be left. */
        public List<String> left() {
            return open().stream().map(line -> line.undo().toString()).toList();
        }
    }

    /**
     * Line of a journal: the stage that an injection has reached.
     *
     * @param began when the step began that led there: injecting, verifying, healing; the same as {@code at} where there was nothing to do
     * @param at when it was over
     * @param note why, or what was observed; may be empty
     */
    public record JournalEntry(UndoRecord undo, Stage stage, Instant began, Instant at, String note) {
        /** Creates a line whose step took no time. */
        public JournalEntry(UndoRecord undo, Stage stage, Instant at, String note) {
            this(undo, stage, at, at, note);
        }
    }

    /**
     * Process that owns the run.
     *
     * @param born start time; tells it from a later process with the same number
     */
    public record JournalOwner(long pid, Instant born) {
        /** Tolerance of the start time: JVMs derive it from the system's own start, which each of them rounds. */
        private static final Duration SAME_MOMENT = Duration.ofSeconds(2);

        /** Returns this process. */
        public static JournalOwner here() {
            ProcessHandle self = ProcessHandle.current();
            return new JournalOwner(self.pid(), born(self));
        }

        /** Returns whether the process is alive. */
        public boolean lives() throws IOException, InterruptedException {
            return !ProcessState.of(pid).dead()
                    && ProcessHandle.of(pid)
                            .filter(process ->
                                    Duration.between(born(process), born).abs().compareTo(SAME_MOMENT) < 0)
                            .isPresent();
        }

        private static Instant born(ProcessHandle process) {
            return process.info().startInstant().orElse(Instant.EPOCH);
        }
    }

    /** Text format of journals: JSON, an object a line; first the owner, then the entries. The two records are the schema. Pure. */
    private static final class JournalFormat {
        private static final int VERSION = 1;
        private static final ObjectMapper JSON = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        /** Record of the first line. */
        record OwnerLine(int v, long pid, String born) {}

        /** Record of every other line: a {@link JournalEntry}. Moments are as {@link Instant} writes them. */
        record EntryLine(
                int v,
                String run,
                String id,
                String name,
                String state,
                String began,
                String at,
                String deadline,
                ProviderSpec cluster,
                ProviderSpec fault,
                List<String> nodes,
                SortedMap<String, String> facts,
                String note) {
            static EntryLine of(JournalEntry entry) {
                UndoRecord undo = entry.undo();
                return new EntryLine(
                        VERSION,
                        undo.run(),
                        undo.id(),
                        undo.name(),
                        entry.stage().name(),
                        entry.began().toString(),
                        entry.at().toString(),
                        undo.deadline().toString(),
                        undo.cluster(),
                        undo.fault(),
                        undo.nodes(),
                        new TreeMap<>(undo.facts()),
                        entry.note());
            }

            EntryLine withoutSecrets() {
                return new EntryLine(
                        v,
                        run,
                        id,
                        name,
                        state,
                        began,
                        at,
                        deadline,
                        cluster.withoutSecrets(),
                        fault.withoutSecrets(),
                        nodes,
                        facts,
                        SecretMasking.mask(note));
            }

            JournalEntry entry() {
                UndoRecord undo = new UndoRecord(run, id, cluster, fault, nodes, facts, Instant.parse(deadline), 0);
                return new JournalEntry(undo, stage(), Instant.parse(began), Instant.parse(at), note);
            }

            private Stage stage() {
                if (state.equals("VERIFIED")) { // as earlier versions wrote it: their faults must be healed too
                    return Stage.EFFECTIVE;
                }
                return Arrays.stream(Stage.values())
                        .filter(stage -> stage.name().equals(state))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "unknown state '" + state + "', known are " + Arrays.toString(Stage.values())));
            }
        }

        private JournalFormat() {}

        static String withoutSecrets(Contents contents) {
            StringBuilder text = new StringBuilder(first(contents.owner()));
            contents.lines()
                    .forEach(entry -> text.append(written(EntryLine.of(entry).withoutSecrets())));
            return text.toString();
        }

        static String first(JournalOwner owner) {
            return written(new OwnerLine(VERSION, owner.pid(), owner.born().toString()));
        }

        static String line(JournalEntry entry) {
            return written(EntryLine.of(entry));
        }

        private static String written(Object line) {
            try {
                return JSON.writeValueAsString(line) + "\n";
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("writing texts and numbers as JSON cannot fail", e);
            }
        }

        /**
         * Parses the content of a journal. A last line without an end was cut off by a crash and is ignored.
         *
         * @throws IllegalArgumentException naming the line, if this version of Squall cannot parse one
         */
        static Contents contents(String text) {
            List<String> whole = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
            whole.removeLast();
            if (whole.isEmpty()) {
                throw new IllegalArgumentException("line 1: missing");
            }
            JournalOwner owner = numbered(1, () -> {
                OwnerLine line = read(whole.getFirst(), OwnerLine.class);
                return new JournalOwner(line.pid(), Instant.parse(line.born()));
            });
            List<JournalEntry> lines = new ArrayList<>();
            for (int i = 1; i < whole.size(); i++) {
                String line = whole.get(i);
                lines.add(numbered(i + 1, () -> read(line, EntryLine.class).entry()));
            }
            return new Contents(owner, lines);
        }

        private static <T> T numbered(int number, Parsing<T> parsing) {
            try {
                return parsing.parse();
            } catch (JsonMappingException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getOriginalMessage(), e);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("line " + number + " is not JSON: " + e.getOriginalMessage(), e);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
            }
        }

        /** Parses a line; checks the version first, because another one may have other members. */
        private static <T extends Record> T read(String line, Class<T> type) throws JsonProcessingException {
            JsonNode json = JSON.readTree(line);
            int version = json.path("v").asInt();
            if (version != VERSION) {
                throw new IllegalArgumentException("version " + version + ", known is " + VERSION);
            }
            for (RecordComponent member : type.getRecordComponents()) {
                if (!json.has(member.getName())) {
                    throw new IllegalArgumentException("member '" + member.getName() + "' is missing");
                }
            }
            return JSON.treeToValue(json, type);
        }

        /** Function that parses one line. */
        @FunctionalInterface
        private interface Parsing<T> {
            T parse() throws JsonProcessingException;
        }
    }
}
