package squall.report.table;

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
import squall.report.table.KeyValueResults.Measured;
import squall.report.table.KeyValueResults.Subject;
import squall.results.Manifest;
import squall.table.Table;

/** Finds in runs of sample applications which experiment each was, and what it measured. */
final class KeyValueReading {
    /** What a run was. */
    private record Trial(
            KeyValueResults.KeyValueExperiment experiment,
            OptionalLong keys,
            String system,
            long readers,
            long writers) {
        Measured measured(Subject subject, OperationRate rate) {
            return new Measured(subject, keys, system, subject.operation().equals("read") ? readers : writers, rate);
        }

        /** Empty for a warm-up that the paper has no line for. */
        Optional<Subject> subject(OperationWindow stretch) {
            String operation = stretch.operation().toLowerCase(Locale.ROOT);
            if (experiment == KeyValueResults.KeyValueExperiment.PURE_INSERTS) {
                String phase = stretch.warmUp() ? KeyValueResults.INITIAL : KeyValueResults.SUSTAINED;
                return Optional.of(new Subject(experiment, phase, operation));
            }
            return stretch.warmUp() ? Optional.empty() : Optional.of(new Subject(experiment, "", operation));
        }
    }

    private KeyValueReading() {}

    static Table of(List<NamedRun> runs) throws IOException {
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
        return KeyValueResults.table(all);
    }

    /** Of several windows after the warm-up the first: in the others something is disturbed. */
    private static List<Measured> lines(NamedRun named) throws IOException {
        Trial trial = trial(named);
        named.requireEnded();
        SequencedMap<Subject, Measured> lines = new LinkedHashMap<>();
        for (OperationWindow stretch : OperationWindow.of(named.run())) {
            trial.subject(stretch)
                    .ifPresent(subject -> lines.putIfAbsent(subject, trial.measured(subject, stretch.rate())));
        }
        return List.copyOf(lines.values());
    }

    private static Trial trial(NamedRun named) throws IOException {
        Manifest manifest = named.run().manifest();
        if (manifest.fact("readers").isMissingNode() || manifest.fact("writers").isMissingNode()) {
            throw new IllegalArgumentException(
                    named.run().path() + " is no run of a sample application: name run directories of bin/sample-apps");
        }
        String workload = manifest.workload();
        long readers = manifest.fact("readers").asLong();
        long writers = manifest.fact("writers").asLong();
        KeyValueResults.KeyValueExperiment experiment = KeyValueResults.KeyValueExperiment.of(
                        workload, readers, writers)
                .orElseThrow(() -> new IllegalArgumentException(named.run().path() + " is a run of " + workload
                        + " with "
                        + readers + " readers and " + writers + " writers, which is none of the experiments "
                        + Stream.of(KeyValueResults.KeyValueExperiment.values())
                                .map(KeyValueResults.KeyValueExperiment::label)
                                .collect(Collectors.joining(", "))
                        + ": name runs as bin/sample-apps paper makes them, see workloads/whitepaper"));
        String product = manifest.db().product();
        return new Trial(
                experiment,
                keys(named, writers > 0),
                named.name().isEmpty() ? product : named.name(),
                readers,
                writers);
    }

    /** What writes were to reach; for reads alone what was there. */
    private static OptionalLong keys(NamedRun named, boolean writes) throws IOException {
        Map<String, String> settings = named.run().config().settings();
        String setting = settings.getOrDefault(writes ? "num_unique_keys" : "max_written_key", "");
        return setting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(setting) + (writes ? 0 : 1));
    }
}
