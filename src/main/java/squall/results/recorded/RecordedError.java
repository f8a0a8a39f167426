package squall.results.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.results.file.CanonicalJson;
import squall.results.file.CompleteLines;
import squall.results.file.CsvRow;
import squall.results.file.ErrorsFile;
import squall.results.file.ErrorsFile.ErrorSample;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Number of times that one error ended one operation in one second, as recorded in {@code errors.csv}.
 *
 * @param second in which the operations were due
 */
public record RecordedError(long second, Cause cause, long count) {
    /**
     * Cause of a failed operation.
     *
     * @param kind the class of errors
     * @param sqlState empty if the driver has none
     * @param outcome {@code refused} or {@code unknown}
     */
    public record Cause(String operation, String kind, String sqlState, String outcome) {
        /** Returns SQLSTATE and class; errors that do not come from a database have one word for both. */
        public String name() {
            return sqlState.equals(kind) ? kind : (sqlState + " " + kind).strip();
        }
    }

    static List<RecordedError> read(Path file) throws IOException {
        return CsvRow.readAll(
                file,
                ErrorsFile.HEADER,
                row -> new RecordedError(
                        row.count("t_s"),
                        new Cause(row.text("operation"), row.text("class"), row.text("sqlstate"), row.text("outcome")),
                        row.count("count")));
    }

    /** Reads {@code errors-samples.jsonl}: the first message of each cause. */
    static Map<Cause, String> messages(Path file) throws IOException {
        Map<Cause, String> messages = new HashMap<>();
        try (CompleteLines lines = new CompleteLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                ErrorSample sample = sample(lines.where(), CanonicalJson.read(lines.where(), line.get()));
                messages.putIfAbsent(
                        new Cause(sample.operation(), sample.kind(), sample.sqlstate(), sample.outcome()),
                        sample.message());
            }
        }
        return messages;
    }

    private static ErrorSample sample(String where, JsonNode json) throws IOException {
        if (!json.path("operation").isTextual()) {
            throw new InvalidFileException(
                    where + ": an error must have a text operation, not " + InputFile.excerpt(json.toString()));
        }
        try {
            return CanonicalJson.as(ErrorSample.class, json);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(where + ": " + e.getMessage(), e);
        }
    }
}
