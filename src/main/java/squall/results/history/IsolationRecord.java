package squall.results.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.check.DataCheck;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.IsolationResult.Witness;
import squall.check.isolation.OnlineIsolationResult;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.system.HumanNumbers;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Result of an isolation check as recorded in {@code isolation.json}, next to the history.
 *
 * @param asked the level that was requested; empty: the database's default
 * @param claimed the level that the database claims for its transactions; empty if it claims none
 * @param expected the level that its transactions must have, if it is not the one that the database claims; else empty
 * @param broken the anomalies, by their titles, that the expected or claimed level proscribes and that the configuration does not allow
 * @param seen the anomalies, and the strongest level that they leave, in one line
 * @param judged how much of a load's own transactions could be judged while it ran, one line; empty if the whole history was checked
 * @param coverage likewise, in numbers; empty if the whole history was checked
 * @param complete whether the order of all versions is known, so that a level that is not ruled out holds
 * @param searchedAll whether the search for cycles was completed
 * @param anomalies number of each, by its title
 * @param ruledOut the levels that the history does not have
 * @param strongest the strongest of the remaining levels
 * @param witnesses the first few of each anomaly
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record IsolationRecord(
        String asked,
        String claimed,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        String expected,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<String> broken,

        String seen,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        String judged,

        Optional<OnlineIsolationResult.Coverage> coverage,
        long committed,
        long aborted,
        long unknown,
        boolean complete,
        boolean searchedAll,
        NavigableMap<String, Long> anomalies,
        List<String> ruledOut,
        List<String> strongest,
        List<WitnessRecord> witnesses) {
    private static final ObjectReader READER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build()
            .readerFor(IsolationRecord.class);

    public IsolationRecord {
        broken = List.copyOf(broken);
        ruledOut = List.copyOf(ruledOut);
        strongest = List.copyOf(strongest);
        witnesses = List.copyOf(witnesses);
    }

    /** Source of the transactions, with the names of their history and of this record in a run directory. */
    public enum HistorySource {
        /** Load that consists of such transactions. */
        LOAD("history.jsonl", "isolation.json"),
        /** Probe that runs during another load. */
        PROBE("probe-history.jsonl", "probe-isolation.json");

        private final String history;
        private final String record;

        HistorySource(String history, String record) {
            this.history = history;
            this.record = record;
        }

        public String history() {
            return history;
        }

        public String record() {
            return record;
        }
    }

    /**
     * Witness of one anomaly.
     *
     * @param anomaly its title
     * @param meaning one sentence for a reader who does not know the title
     */
    public record WitnessRecord(String anomaly, String meaning, List<CycleStepRecord> steps) {
        public WitnessRecord {
            steps = List.copyOf(steps);
        }
    }

    /** Step of a witness: one transaction before another. @param dependency as papers write it: {@code ww}, {@code wr}, {@code rw}, … */
    public record CycleStepRecord(int from, int to, String dependency, String text) {}

    /** Creates the record of a check of a whole history. */
    public static IsolationRecord of(HistoryHeader header, IsolationResult result) {
        return of(header, result, "", Optional.empty());
    }

    /**
     * Creates the record of a check of a load's own transactions.
     *
     * @param remark why they are not what the database calls a transaction, one line; empty if they are
     */
    public static IsolationRecord of(HistoryHeader header, OnlineIsolationResult result, String remark) {
        String covered = result.coverage().text();
        return of(
                header,
                result.isolation(),
                remark.isEmpty() ? covered : covered + "; " + remark,
                Optional.of(result.coverage()));
    }

    private static IsolationRecord of(
            HistoryHeader header,
            IsolationResult result,
            String judged,
            Optional<OnlineIsolationResult.Coverage> coverage) {
        NavigableMap<String, Long> anomalies = new TreeMap<>();
        result.counts().forEach((anomaly, count) -> anomalies.put(anomaly.title(), count));
        return new IsolationRecord(
                header.asked(),
                header.claimed(),
                header.expected(),
                header.expectation().broken(header.claimedLevel(), anomalies.keySet()),
                result.text(),
                judged,
                coverage,
                result.committed(),
                result.aborted(),
                result.unknown(),
                result.complete(),
                result.searchedAll(),
                anomalies,
                titles(result.ruledOut()),
                titles(result.strongest()),
                result.witnesses().stream().map(IsolationRecord::witness).toList());
    }

    /** Lists the file names of the histories in a run directory that were not checked, because the run did not reach its end. */
    public static List<String> unjudged(Path directory) {
        return Arrays.stream(HistorySource.values())
                .filter(source -> InputFile.exists(directory.resolve(source.history))
                        && !InputFile.exists(directory.resolve(source.record)))
                .map(HistorySource::history)
                .toList();
    }

    /** Returns the history of a run directory: its load's, else its probe's. */
    static Path history(Path directory) {
        return Arrays.stream(HistorySource.values())
                .map(source -> directory.resolve(source.history()))
                .filter(InputFile::exists)
                .findFirst()
                .orElseGet(() -> directory.resolve(HistorySource.LOAD.history()));
    }

    public void write(Path directory, HistorySource source) throws IOException {
        AtomicFile.write(directory.resolve(source.record), CanonicalJson.pretty(this));
    }

    /** Judges the database by it. @return the counts behind the verdict, one line; empty if the expectation of the database is violated */
    public String judge(DataCheck check) {
        check.examined(committed);
        if (violates()) {
            check.wrong(line());
            return "";
        }
        return line();
    }

    /**
     * Describes the result in one line: {@code asked serializable, database says serializable, seen: no anomaly in 48,211 transactions}.
     */
    public String line() {
        return (asked.isEmpty() ? "" : "asked " + asked + ", ")
                + (claimed.isEmpty() ? "" : (judgedAsAnother() ? "judged as " : "database says ") + claimed + ", ")
                + (expected.isEmpty() ? "" : "expected " + expected + ", ")
                + "seen: " + seen + (judged.isEmpty() ? "" : "; " + judged);
    }

    /**
     * Returns whether the claimed level has another name than the requested one: MariaDB's repeatable read, for example, is no more than
     * read committed.
     */
    private boolean judgedAsAnother() {
        return !asked.equals(claimed)
                && Arrays.stream(ConsistencyModel.values())
                        .anyMatch(level -> level.title().equals(asked));
    }

    /** Returns whether the expected or claimed level of the database is violated. */
    public boolean violates() {
        return !broken.isEmpty();
    }

    /** Describes the verdict in a few words: {@code no anomaly}, {@code violated: lost update (2)}, {@code allowed: write skew (1)}. */
    public String verdict() {
        if (anomalies.isEmpty()) {
            return committed == 0 ? "no transaction judged" : "no anomaly";
        }
        return (violates() ? "violated: " : "allowed: ")
                + anomalies.entrySet().stream()
                        .filter(found -> !violates() || broken.contains(found.getKey()))
                        .map(found -> found.getKey() + " (" + HumanNumbers.count(found.getValue()) + ")")
                        .collect(Collectors.joining(", "));
    }

    /** Returns the first witness of each anomaly. */
    public List<WitnessRecord> oneOfEach() {
        Set<String> told = new HashSet<>();
        return witnesses.stream().filter(witness -> told.add(witness.anomaly())).toList();
    }

    /** Returns the titles of the anomalies that a level proscribes. */
    public List<String> violating(ConsistencyModel level) {
        return Arrays.stream(Anomaly.values())
                .filter(anomaly -> anomaly.ruledOut().contains(level))
                .map(Anomaly::title)
                .filter(anomalies::containsKey)
                .toList();
    }

    /** @throws IOException if the file does not exist or is damaged; the message names it */
    public static IsolationRecord read(Path file) throws IOException {
        try {
            return READER.readValue(InputFile.text(file));
        } catch (JsonProcessingException e) {
            throw new InvalidFileException(file + " is no record of isolation: " + e.getOriginalMessage(), e);
        }
    }

    private static List<String> titles(Collection<ConsistencyModel> levels) {
        return levels.stream().map(ConsistencyModel::title).sorted().toList();
    }

    private static WitnessRecord witness(Witness witness) {
        return new WitnessRecord(
                witness.anomaly().title(),
                witness.anomaly().meaning(),
                witness.steps().stream()
                        .map(step -> new CycleStepRecord(
                                step.from(), step.to(), step.dependency().label(), step.text()))
                        .toList());
    }
}
