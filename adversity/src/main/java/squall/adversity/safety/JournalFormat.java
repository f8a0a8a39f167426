package squall.adversity.safety;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.UndoJournal.Contents;
import squall.scenario.ProviderSpec;

/** Journals as text: JSON, an object a line; first whose journal it is, then what happened. The two records are the schema. Pure. */
final class JournalFormat {
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** The first line. */
    record OwnerLine(int v, long pid, String born) {}

    /** Every other line: a {@link UndoJournal.JournalEntry}. Moments are as {@link Instant} writes them. */
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
        static EntryLine of(UndoJournal.JournalEntry entry) {
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

        UndoJournal.JournalEntry entry() {
            UndoRecord undo = new UndoRecord(run, id, cluster, fault, nodes, facts, Instant.parse(deadline));
            return new UndoJournal.JournalEntry(undo, stage(), Instant.parse(began), Instant.parse(at), note);
        }

        private Stage stage() {
            return Arrays.stream(Stage.values())
                    .filter(stage -> stage.name().equals(state))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown state '" + state + "', known are " + Arrays.toString(Stage.values())));
        }
    }

    private JournalFormat() {}

    static String first(UndoJournal.JournalOwner owner) {
        return written(new OwnerLine(VERSION, owner.pid(), owner.born().toString()));
    }

    static String line(UndoJournal.JournalEntry entry) {
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
     * The content of a journal. A last line without an end was cut off by a crash and is ignored.
     *
     * @throws IllegalArgumentException naming the line, if there is one that this version of Squall does not understand
     */
    static Contents contents(String text) {
        List<String> whole = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        whole.removeLast();
        if (whole.isEmpty()) {
            throw new IllegalArgumentException("line 1: missing");
        }
        UndoJournal.JournalOwner owner = numbered(1, () -> {
            OwnerLine line = read(whole.getFirst(), OwnerLine.class);
            return new UndoJournal.JournalOwner(line.pid(), Instant.parse(line.born()));
        });
        List<UndoJournal.JournalEntry> lines = new ArrayList<>();
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

    /** The version is checked first, as another one may have other members. */
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

    /** Reads one line. */
    @FunctionalInterface
    private interface Parsing<T> {
        T parse() throws JsonProcessingException;
    }
}
