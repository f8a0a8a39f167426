package squall.results.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.results.file.AppendOnlyFile.TickFile;
import squall.spi.ErrorCode;
import squall.spi.Outcome;
import squall.system.SecretMasking;
import squall.table.CsvFormat;

/** {@code errors.csv}, the number of each error in each second, and {@code errors-samples.jsonl}, the first message of each. */
public final class ErrorsFile implements TickFile {
    public static final String HEADER = "t_s,operation,class,sqlstate,count,outcome";

    private final AppendOnlyFile counts;
    private final AppendOnlyFile samples;
    private final Set<Seen> seen = new HashSet<>();

    /** Line of {@code errors-samples.jsonl}. @param second in which the operation was due @param kind the class of errors */
    public record ErrorSample(
            @JsonProperty("t_s") long second,
            String operation,
            @JsonProperty("class") String kind,
            String sqlstate,
            String outcome,
            String message) {}

    private record Seen(String operation, String outcome, ErrorCode code) {}

    private record Count(FailureRecord failure, long times) {}

    public ErrorsFile(Path directory) throws IOException {
        this.counts = new AppendOnlyFile(directory.resolve("errors.csv"));
        this.samples = new AppendOnlyFile(directory.resolve("errors-samples.jsonl"));
        counts.line(HEADER);
    }

    @Override
    public void closed(Tick tick) throws IOException {
        for (OperationTick operation : tick.operations()) {
            for (Count count : counted(operation)) {
                write(tick.second(), operation.operation().name(), count);
            }
        }
        counts.flush();
        samples.flush();
    }

    @Override
    public void close() throws IOException {
        try (counts;
                samples) {
            counts.flush();
        }
    }

    private void write(long second, String operation, Count count) throws IOException {
        FailureRecord failure = count.failure();
        counts.line(CsvFormat.line(
                second, operation, failure.kind(), failure.code().code(), count.times(), failure.outcome()));
        if (seen.add(new Seen(operation, failure.outcome(), failure.code()))) {
            samples.line(CanonicalJson.line(new ErrorSample(
                    second,
                    operation,
                    failure.kind(),
                    failure.code().code(),
                    failure.outcome(),
                    SecretMasking.mask(failure.message()))));
        }
    }

    private static List<Count> counted(OperationTick operation) {
        return operation.outcomes().entrySet().stream()
                .flatMap(e -> FailureRecord.of(e.getKey()).map(f -> new Count(f, e.getValue())).stream())
                .sorted(Comparator.comparing((Count c) -> c.failure().code().code())
                        .thenComparing(c -> c.failure().kind())
                        .thenComparing(c -> c.failure().outcome()))
                .toList();
    }

    /**
     * Failure: an outcome that is an error, as result files show it.
     *
     * @param outcome {@code refused} or {@code unknown}
     */
    public record FailureRecord(String outcome, ErrorCode code, String message) {
        /** Returns the record of an outcome; empty if the outcome is not an error. */
        public static Optional<FailureRecord> of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Ok ok -> Optional.empty();
                case Outcome.Refused(ErrorCode code, String message) ->
                    Optional.of(new FailureRecord("refused", code, message));
                case Outcome.Unknown(ErrorCode code, String message) ->
                    Optional.of(new FailureRecord("unknown", code, message));
            };
        }

        public String kind() {
            return code.kind().label();
        }
    }
}
