package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import squall.results.file.CanonicalJson;

/** The part of JSON Schema that the files in results/schema use, so that tests need no further library. */
public final class Schema {
    private final JsonNode root;
    private final List<String> complaints = new ArrayList<>();

    private Schema(JsonNode root) {
        this.root = root;
    }

    /** Complaints about a document, empty if it is as the schema wants it. */
    public static List<String> complaints(String schema, JsonNode document) throws IOException {
        Schema read = new Schema(CanonicalJson.read(Path.of("..", "results", "schema", schema)));
        read.check("$", read.root, document);
        return read.complaints;
    }

    /** Complaints about a part of a document, by the part of the schema that is about it. */
    public static List<String> complaints(JsonNode root, JsonNode schema, JsonNode node) {
        Schema read = new Schema(root);
        read.check("$", schema, node);
        return read.complaints;
    }

    private void check(String where, JsonNode schema, JsonNode node) {
        if (schema.has("$ref")) {
            check(where, root.at(schema.get("$ref").asText().substring(1)), node);
            return;
        }
        if (schema.has("if")) {
            boolean holds = complaints(root, schema.get("if"), node).isEmpty();
            check(where, schema.path(holds ? "then" : "else"), node);
        }
        require(schema.path("required"), where, node);
        if (schema.has("type") && !isA(schema.get("type").asText(), node)) {
            complaints.add(where + " must be of type " + schema.get("type").asText() + ": " + node);
        }
        if (schema.has("const") && !schema.get("const").equals(node)) {
            complaints.add(where + " must be " + schema.get("const") + ": " + node);
        }
        if (schema.has("enum") && !contains(schema.get("enum"), node)) {
            complaints.add(where + " must be one of " + schema.get("enum") + ": " + node);
        }
        if (schema.has("pattern")
                && !node.asText().matches(schema.get("pattern").asText())) {
            complaints.add(where + " must match " + schema.get("pattern").asText() + ": " + node);
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            JsonNode inner = schema.path("properties").path(member.getKey());
            check(
                    where + "." + member.getKey(),
                    inner.isMissingNode() ? schema.path("additionalProperties") : inner,
                    member.getValue());
        }
        if (node.isArray()) {
            node.forEach(element -> check(where + "[]", schema.path("items"), element));
        }
    }

    private void require(JsonNode names, String where, JsonNode node) {
        names.forEach(name -> {
            if (!node.has(name.asText())) {
                complaints.add(where + " lacks " + name.asText());
            }
        });
    }

    private static boolean contains(JsonNode values, JsonNode node) {
        for (JsonNode value : values) {
            if (value.equals(node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isA(String type, JsonNode node) {
        return switch (type) {
            case "object" -> node.isObject();
            case "array" -> node.isArray();
            case "string" -> node.isTextual();
            case "boolean" -> node.isBoolean();
            case "integer" -> node.isIntegralNumber();
            case "number" -> node.isNumber();
            default -> throw new IllegalArgumentException("type " + type + " is not known to this test");
        };
    }
}
