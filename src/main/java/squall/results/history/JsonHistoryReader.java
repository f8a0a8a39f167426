package squall.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.results.history.HistoryWriter.HistoryEnd;
import squall.system.InvalidFileException;

/** Reader of the files that {@link HistoryWriter} writes. */
final class JsonHistoryReader {
    private static final ObjectReader LINES = JsonMapper.builder().build().readerFor(JsonNode.class);
    private static final ObjectReader HEADER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build()
            .readerFor(HistoryHeader.class);

    private final Path file;
    private int line;

    JsonHistoryReader(Path file) {
        this.file = file;
    }

    /** @throws IOException if the text is not such a history; the message names file, line and reason */
    RecordedHistory read(BufferedReader in) throws IOException {
        HistoryHeader header = header(in.readLine());
        RecordedHistory.Lines lines = new RecordedHistory.Lines(file, header);
        String next = in.readLine();
        line = 1;
        boolean ended = !header.counted();
        while (next != null) {
            line++;
            String text = next;
            next = in.readLine();
            if (next == null && isTorn(text)) {
                ended = false;
            } else if (text.startsWith(HistoryEnd.START)) {
                requireEnd(text, lines.size(), next);
                ended = true;
            } else if (!text.isBlank()) {
                lines.add(line, transaction(text));
            }
        }
        return ended ? lines.end() : lines.cutOff();
    }

    private void requireEnd(String text, int found, @Nullable String next) throws IOException {
        long counted = number(tree(text).path("transactions"), "transactions");
        if (counted != found) {
            throw wrong("the history has " + found + " transactions up to here, and this line counts " + counted);
        }
        if (next != null) {
            line++;
            throw wrong("the line before it is the last one of the history");
        }
    }

    /** Returns whether the run was killed while it wrote this line, the last one: no beginning of a line ends with its closing brace. */
    private static boolean isTorn(String text) {
        return text.startsWith("{") && !text.stripTrailing().endsWith("}");
    }

    private HistoryHeader header(@Nullable String text) throws IOException {
        line = 1;
        JsonNode node = tree(text == null ? "" : text);
        String model = node.path("model").asText();
        if (Arrays.stream(History.Model.values())
                .noneMatch(known -> known.name().equals(model))) {
            throw wrong("the first line must name a model, LIST_APPEND or REGISTER, not '" + model + "'");
        }
        try {
            HistoryHeader header = HEADER.readValue(node);
            header.expectation();
            header.claimedLevel();
            return header;
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        } catch (JsonProcessingException e) {
            throw wrong("it is not the header of a history: " + e.getOriginalMessage());
        }
    }

    private HistoryTransaction transaction(String text) throws IOException {
        JsonNode node = tree(text);
        List<KeyOperation> operations = new ArrayList<>();
        int session = session(node.path("session"));
        if (!node.path("ops").isArray()) {
            throw wrong("ops must be an array of operations, not '" + node.path("ops") + "'");
        }
        for (JsonNode operation : node.path("ops")) {
            operations.add(operation(operation));
        }
        return new HistoryTransaction(
                session,
                number(node.path("begin"), "begin"),
                number(node.path("end"), "end"),
                ending(node.path("outcome").asText()),
                node.path("last").asBoolean(),
                operations);
    }

    private int session(JsonNode node) throws IOException {
        long session = number(node, "session");
        if (session != (int) session) {
            throw wrong("session must fit into 32 bits: " + session);
        }
        return (int) session;
    }

    private JsonNode tree(String text) throws IOException {
        try {
            return LINES.readTree(text);
        } catch (JsonProcessingException e) {
            throw wrong("it is not JSON: " + e.getOriginalMessage());
        }
    }

    private KeyOperation operation(JsonNode node) throws IOException {
        String kind = node.path(0).asText();
        long key = number(node.path(1), "a key");
        List<Long> values = new ArrayList<>();
        for (int i = 2; i < node.size(); i++) {
            values.add(number(node.path(i), "a value"));
        }
        return switch (kind) {
            case "w" -> {
                if (values.size() != 1) {
                    throw wrong("a write has one value, not " + values.size());
                }
                yield new KeyOperation.Write(key, values.getFirst());
            }
            case "r" -> new KeyOperation.Read(key, values, false);
            case "p" -> new KeyOperation.Read(key, values, true);
            default -> throw wrong("'" + kind + "' is not an operation: use w, r or p");
        };
    }

    private History.Ending ending(String text) throws IOException {
        for (History.Ending ending : History.Ending.values()) {
            if (ending.name().toLowerCase(Locale.ROOT).equals(text)) {
                return ending;
            }
        }
        throw wrong("'" + text + "' is not an outcome: use committed, aborted or unknown");
    }

    private long number(JsonNode node, String what) throws IOException {
        if (!node.canConvertToLong() || !node.isIntegralNumber()) {
            throw wrong(what + " must be a whole number of at most 64 bits, not '" + node.asText() + "'");
        }
        return node.asLong();
    }

    private InvalidFileException wrong(String reason) {
        return new InvalidFileException(file + ":" + line + ": " + reason);
    }
}
