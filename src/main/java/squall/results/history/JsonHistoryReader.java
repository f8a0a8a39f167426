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
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.Operation;
import squall.host.InvalidFileException;

/** Reads what {@link HistoryWriter} wrote. */
final class JsonHistoryReader implements HistoryReader {
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

    @Override
    public RecordedHistory read(BufferedReader in) throws IOException {
        RecordedHistory.Lines lines = new RecordedHistory.Lines(file, header(in.readLine()));
        String next = in.readLine();
        line = 1;
        while (next != null) {
            line++;
            String text = next;
            next = in.readLine();
            if (!text.isBlank() && !(next == null && isTorn(text))) {
                lines.add(line, transaction(text));
            }
        }
        return lines.end();
    }

    /** The last line of a run that was killed. */
    private static boolean isTorn(String text) {
        return !text.endsWith("]}");
    }

    private HistoryHeader header(@Nullable String text) throws IOException {
        line = 1;
        try {
            return HEADER.readValue(text == null ? "" : text);
        } catch (JsonProcessingException e) {
            throw wrong("the first line must name a model, LIST_APPEND or REGISTER: " + e.getOriginalMessage());
        }
    }

    private HistoryTransaction transaction(String text) throws IOException {
        JsonNode node;
        try {
            node = LINES.readTree(text);
        } catch (JsonProcessingException e) {
            throw wrong("it is not JSON: " + e.getOriginalMessage());
        }
        List<Operation> operations = new ArrayList<>();
        for (JsonNode operation : node.path("ops")) {
            operations.add(operation(operation));
        }
        return new HistoryTransaction(
                Math.toIntExact(number(node.path("session"), "session")),
                number(node.path("begin"), "begin"),
                number(node.path("end"), "end"),
                ending(node.path("outcome").asText()),
                node.path("last").asBoolean(),
                operations);
    }

    private Operation operation(JsonNode node) throws IOException {
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
                yield new Operation.Write(key, values.getFirst());
            }
            case "r" -> new Operation.Read(key, values, false);
            case "p" -> new Operation.Read(key, values, true);
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
            throw wrong(what + " must be a whole number, not '" + node.asText() + "'");
        }
        return node.asLong();
    }

    private InvalidFileException wrong(String reason) {
        return new InvalidFileException(file + ":" + line + ": " + reason);
    }
}
