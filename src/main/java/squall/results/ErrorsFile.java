package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.cli.Secrets;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.spi.ErrorCode;

/** {@code errors.csv}, how often which error in which second, and {@code errors-samples.jsonl}, the first message of each. */
final class ErrorsFile implements TickFile {
    static final String HEADER = "t_s,operation,class,sqlstate,count,outcome";

    private final LineFile counts;
    private final LineFile samples;
    private final Set<Seen> seen = new HashSet<>();

    private record Seen(String operation, String outcome, ErrorCode code) {}

    private record Count(Failure failure, long times) {}

    ErrorsFile(Path directory) throws IOException {
        this.counts = new LineFile(directory.resolve("errors.csv"));
        this.samples = new LineFile(directory.resolve("errors-samples.jsonl"));
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
        Failure failure = count.failure();
        counts.line(
                Csv.line(second, operation, failure.kind(), failure.code().code(), count.times(), failure.outcome()));
        if (seen.add(new Seen(operation, failure.outcome(), failure.code()))) {
            samples.line(Json.line(sample(second, operation, failure)));
        }
    }

    private static List<Count> counted(OperationTick operation) {
        return operation.outcomes().entrySet().stream()
                .flatMap(e -> Failure.of(e.getKey()).map(f -> new Count(f, e.getValue())).stream())
                .sorted(Comparator.comparing((Count c) -> c.failure().code().code())
                        .thenComparing(c -> c.failure().kind())
                        .thenComparing(c -> c.failure().outcome()))
                .toList();
    }

    private static Map<String, Object> sample(long second, String operation, Failure failure) {
        Map<String, Object> sample = new LinkedHashMap<>();
        sample.put("t_s", second);
        sample.put("operation", operation);
        sample.put("class", failure.kind());
        sample.put("sqlstate", failure.code().code());
        sample.put("outcome", failure.outcome());
        sample.put("message", Secrets.mask(failure.message()));
        return sample;
    }
}
