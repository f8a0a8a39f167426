package squall.results.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.IsolationExpectation;

/**
 * Header of a history: the first line of {@code history.jsonl}.
 *
 * @param model in upper case, as files have it
 * @param asked the isolation level that the load requested; empty: the database's default
 * @param claimed the level that the database claims for its transactions
 * @param expected the level that its transactions must have, if it is not the one that the database claims; else empty
 * @param allowed anomalies, by their titles, that are reported and violate no level
 * @param counted whether a last line has the number of transactions: without that line the recording was cut off
 */
public record HistoryHeader(
        @JsonSerialize(using = ToStringSerializer.class) History.Model model,
        @JsonSetter(nulls = Nulls.AS_EMPTY) String asked,
        @JsonSetter(nulls = Nulls.AS_EMPTY) String claimed,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        String expected,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<String> allowed,

        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean counted) {
    public HistoryHeader {
        allowed = List.copyOf(allowed);
    }

    /** Creates the header of a history whose end is not marked, of a database that is expected to have the level it claims. */
    public HistoryHeader(History.Model model, String asked, String claimed) {
        this(model, asked, claimed, "", List.of(), false);
    }

    /** Creates the header of a history whose end is marked. */
    public static HistoryHeader counted(
            History.Model model, String asked, Optional<ConsistencyModel> claimed, IsolationExpectation expectation) {
        return new HistoryHeader(
                model,
                asked,
                claimed.map(ConsistencyModel::title).orElse(""),
                expectation.level().map(ConsistencyModel::title).orElse(""),
                expectation.allowed().stream().map(Anomaly::title).sorted().toList(),
                true);
    }

    /** Returns the level that the database claims; empty if it claims none. @throws IllegalArgumentException if there is no such level */
    public Optional<ConsistencyModel> claimedLevel() {
        return level(claimed);
    }

    private static Optional<ConsistencyModel> level(String title) {
        return title.isEmpty() ? Optional.empty() : Optional.of(ConsistencyModel.of(title));
    }

    /** @throws IllegalArgumentException if there is no such level or anomaly */
    IsolationExpectation expectation() {
        return new IsolationExpectation(
                level(expected), allowed.stream().map(HistoryHeader::anomaly).collect(Collectors.toUnmodifiableSet()));
    }

    private static Anomaly anomaly(String title) {
        return Arrays.stream(Anomaly.values())
                .filter(anomaly -> anomaly.title().equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + title + "' is not an anomaly: use one of "
                        + Arrays.stream(Anomaly.values()).map(Anomaly::title).collect(Collectors.joining(", "))));
    }
}
