package squall.adversity.safety;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import squall.scenario.Choice;

/** Journals as text: JSON, an object a line; first whose journal it is, then what happened. Pure. */
final class JournalText {
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private JournalText() {}

    static String first(Owner owner) {
        ObjectNode line = JSON.createObjectNode();
        line.put("v", VERSION).put("pid", owner.pid()).put("born", owner.born().toString());
        return line + "\n";
    }

    static String line(Line line) {
        Undo undo = line.undo();
        ObjectNode out = JSON.createObjectNode();
        out.put("v", VERSION).put("run", undo.run()).put("id", undo.id());
        out.put("name", undo.name()).put("state", line.stage().name());
        out.put("began", line.began().toString());
        out.put("at", line.at().toString()).put("deadline", undo.deadline().toString());
        out.set("cluster", choice(undo.cluster()));
        out.set("fault", choice(undo.fault()));
        out.set("nodes", JSON.valueToTree(undo.nodes()));
        out.set("facts", JSON.valueToTree(new TreeMap<>(undo.facts())));
        out.put("note", line.note());
        return out + "\n";
    }

    private static JsonNode choice(Choice choice) {
        ObjectNode out = JSON.createObjectNode();
        out.put("kind", choice.kind());
        out.set("options", JSON.valueToTree(choice.options()));
        return out;
    }

    /**
     * What a journal says. A last line without an end was cut off by a crash and did not happen.
     *
     * @throws IllegalArgumentException naming the line, if there is one that this version of Squall does not understand
     */
    static Story story(String text) {
        List<String> whole = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        whole.removeLast();
        if (whole.isEmpty()) {
            throw new IllegalArgumentException("line 1: missing");
        }
        Owner owner = numbered(1, () -> owner(parsed(whole.getFirst())));
        List<Line> lines = new ArrayList<>();
        for (int i = 1; i < whole.size(); i++) {
            String line = whole.get(i);
            lines.add(numbered(i + 1, () -> line(parsed(line))));
        }
        return new Story(owner, lines);
    }

    private static <T> T numbered(int number, Parsing<T> parsing) {
        try {
            return parsing.parse();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("line " + number + " is no JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode parsed(String line) throws JsonProcessingException {
        JsonNode json = JSON.readTree(line);
        int version = member(json, "v").asInt();
        if (version != VERSION) {
            throw new IllegalArgumentException("version " + version + ", known is " + VERSION);
        }
        return json;
    }

    private static Owner owner(JsonNode json) {
        return new Owner(member(json, "pid").asLong(), Instant.parse(text(json, "born")));
    }

    private static Line line(JsonNode json) {
        Undo undo = new Undo(
                text(json, "run"),
                text(json, "id"),
                choice(member(json, "cluster")),
                choice(member(json, "fault")),
                member(json, "nodes").valueStream().map(JsonNode::asText).toList(),
                texts(member(json, "facts")),
                Instant.parse(text(json, "deadline")));
        Stage stage = stage(text(json, "state"));
        Instant at = Instant.parse(text(json, "at"));
        Instant began = json.has("began") ? Instant.parse(text(json, "began")) : at; // older journals have one stamp
        return new Line(undo, stage, began, at, text(json, "note"));
    }

    private static Stage stage(String name) {
        return Arrays.stream(Stage.values())
                .filter(stage -> stage.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown state '" + name + "', known are " + Arrays.toString(Stage.values())));
    }

    private static Choice choice(JsonNode json) {
        return new Choice(text(json, "kind"), texts(member(json, "options")));
    }

    private static Map<String, String> texts(JsonNode json) {
        Map<String, String> texts = new TreeMap<>();
        json.propertyStream()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static String text(JsonNode json, String name) {
        return member(json, name).asText();
    }

    private static JsonNode member(JsonNode json, String name) {
        JsonNode member = json.get(name);
        if (member == null) {
            throw new IllegalArgumentException("member '" + name + "' is missing");
        }
        return member;
    }

    /** Reads one line. */
    @FunctionalInterface
    private interface Parsing<T> {
        T parse() throws JsonProcessingException;
    }
}
