package squall.report.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.reference.Sheet;
import squall.report.table.KeyValue.Measured;
import squall.report.table.KeyValue.Subject;

/** Finds in runs of sample applications which experiment each was, and what it measured. */
final class KeyValueReading {
    private static final String READ = "read";
    private static final String WRITE = "write";

    private KeyValueReading() {}

    static Sheet of(List<NamedRun> runs) throws IOException {
        List<Measured> all = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (NamedRun run : runs) {
            for (Measured line : lines(run)) {
                if (!seen.add(List.of(line.subject(), line.system()))) {
                    throw new IllegalArgumentException("key-value: two runs of '"
                            + line.subject().experiment().label() + "' are called '" + line.system()
                            + "'; give each database a NAME of its own, as yb=RUN pg=RUN");
                }
                all.add(line);
            }
        }
        return KeyValue.sheet(all);
    }

    /** Of several windows after the warm-up the first: in the others something is disturbed. */
    private static List<Measured> lines(NamedRun named) throws IOException {
        JsonNode manifest = named.run().manifest();
        Map<String, Long> threads = Map.of(
                READ, manifest.path("readers").asLong(),
                WRITE, manifest.path("writers").asLong());
        Experiment experiment = experiment(named, threads);
        String system =
                named.name().isEmpty() ? manifest.path("db").path("product").asText() : named.name();
        OptionalLong keys = keys(named, experiment);
        named.requireEnded();
        SequencedMap<Subject, Measured> lines = new LinkedHashMap<>();
        for (Stretch stretch : Stretch.of(named.run())) {
            String operation = stretch.operation().toLowerCase(Locale.ROOT);
            long ofThatKind = threads.getOrDefault(operation, 0L);
            phase(experiment, stretch)
                    .map(phase -> new Subject(experiment, phase, operation))
                    .ifPresent(subject -> lines.putIfAbsent(
                            subject, new Measured(subject, keys, system, ofThatKind, stretch.rate())));
        }
        return List.copyOf(lines.values());
    }

    private static Experiment experiment(NamedRun named, Map<String, Long> threads) {
        String workload = named.run().manifest().path("workload").asText();
        long readers = threads.getOrDefault(READ, 0L);
        long writers = threads.getOrDefault(WRITE, 0L);
        return Experiment.of(workload, readers, writers)
                .orElseThrow(() -> new IllegalArgumentException(named.run().path() + " is a run of " + workload
                        + " with "
                        + readers + " readers and " + writers + " writers, which is none of the experiments "
                        + Stream.of(Experiment.values()).map(Experiment::label).collect(Collectors.joining(", "))
                        + ": name runs as bin/sample-apps paper makes them, see workloads/whitepaper"));
    }

    /** Empty for a warm-up that the paper has no line for. */
    private static Optional<String> phase(Experiment experiment, Stretch stretch) {
        if (experiment == Experiment.PURE_INSERTS) {
            return Optional.of(stretch.warmUp() ? KeyValue.INITIAL : KeyValue.SUSTAINED);
        }
        return stretch.warmUp() ? Optional.empty() : Optional.of("");
    }

    /** What writes were to reach; for reads what was there. */
    private static OptionalLong keys(NamedRun named, Experiment experiment) throws IOException {
        Map<String, String> settings = named.run().config().settings();
        boolean reads = experiment == Experiment.PURE_QUERIES || experiment == Experiment.INDEX_READS;
        String setting = settings.getOrDefault(reads ? "max_written_key" : "num_unique_keys", "");
        return setting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(setting) + (reads ? 1 : 0));
    }
}
