package squall.report.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.table.KeyValueReading.KeyValueResults.Measured;
import squall.report.table.KeyValueReading.KeyValueResults.Subject;
import squall.report.table.OperationWindow.OperationRate;
import squall.results.Manifest;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Reader of runs of sample applications: which experiment each was, and what it measured. */
final class KeyValueReading {
    /** Trial of an experiment. */
    private record Trial(
            KeyValueResults.KeyValueExperiment experiment,
            OptionalLong keys,
            String system,
            long readers,
            long writers) {
        Measured measured(Subject subject, OperationWindow window) {
            long threads = subject.operation().equals("read") ? readers : writers;
            return new Measured(subject, keys, system, threads, window.rate(), window.p99Ms());
        }

        /** Returns what a window measured; empty for a warm-up that the paper has no line for. */
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

    /** Returns the lines of a run. Of several windows after the warm-up only the first counts: in the others something is disturbed. */
    private static List<Measured> lines(NamedRun named) throws IOException {
        Trial trial = trial(named);
        named.requireEnded();
        SequencedMap<Subject, Measured> lines = new LinkedHashMap<>();
        for (OperationWindow stretch : OperationWindow.of(named.run())) {
            trial.subject(stretch).ifPresent(subject -> lines.putIfAbsent(subject, trial.measured(subject, stretch)));
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
                        + ": name runs as bin/experiment run paper-workloads makes them, see workloads/whitepaper"));
        String product = manifest.db().product();
        return new Trial(
                experiment,
                keys(named, writers > 0),
                named.name().isEmpty() ? product : named.name(),
                readers,
                writers);
    }

    /** Returns the number of keys that writes were to reach; for reads alone the number that existed. */
    private static OptionalLong keys(NamedRun named, boolean writes) throws IOException {
        Map<String, String> settings = named.run().config().settings();
        String setting = settings.getOrDefault(writes ? "num_unique_keys" : "max_written_key", "");
        return setting.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(setting) + (writes ? 0 : 1));
    }

    /**
     * Table of the white paper's experiments: keys, threads, ops/s and mean latency of each on each database, and two of them divided.
     */
    static final class KeyValueResults {
        /**
         * Subject of a measurement.
         *
         * @param phase {@code initial} or {@code sustained} where the paper distinguishes them, else empty
         * @param operation {@code read} or {@code write}
         */
        record Subject(KeyValueExperiment experiment, String phase, String operation) {
            String label() {
                return Stream.of(experiment.label(), phase, operation + "s")
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", "));
            }
        }

        /**
         * Line of the table.
         *
         * @param keys empty where that is not recorded
         * @param threads of that operation
         */
        record Measured(
                Subject subject, OptionalLong keys, String system, long threads, OperationRate rate, double p99Ms) {
            /** Returns for how much of the run its threads were busy, by Little's law; empty if they nearly always were. */
            Optional<String> idle() {
                double busy = rate.inFlight() / threads;
                return busy < BUSY
                        ? Optional.of(subject.label() + " on " + system + " " + Math.round(100 * busy) + " %")
                        : Optional.empty();
            }
        }

        static final String INITIAL = "initial";
        static final String SUSTAINED = "sustained";

        /** Order of the lines: experiment by experiment, writes before reads. */
        private static final Comparator<Subject> ORDER = Comparator.comparing(Subject::experiment)
                .thenComparing(Subject::phase)
                .thenComparing(Subject::operation, Comparator.reverseOrder());

        /** Share of a run for which threads of a closed loop are busy if it is long enough for them. */
        private static final double BUSY = 0.9;

        /** Precision of the paper's factors. */
        private static final MathContext FACTOR = new MathContext(2);

        private static final List<TableField<Measured>> FIELDS = List.of(
                TableField.words(
                        "experiment", line -> line.subject().experiment().label()),
                new TableField<>("phase", "", KeyValueResults::phase),
                TableField.words("operation", line -> line.subject().operation()),
                new TableField<>("keys", "rows written before, or meant to be", KeyValueResults::keys),
                TableField.words("system", line -> line.system()),
                new TableField<>(
                        "threads", "threads of that kind", line -> TableCell.exact(BigDecimal.valueOf(line.threads()))),
                new TableField<>(
                        "ops_s",
                        "acknowledged operations/s",
                        line -> TableCell.rounded(line.rate().perSecond(), 0)),
                new TableField<>("avg_ms", "ms, mean", line -> mean(line.rate().meanMs())),
                new TableField<>(
                        "in_flight",
                        "ops_s x avg_ms / 1000 (Little's law)",
                        line -> TableCell.rounded(line.rate().inFlight(), 1)),
                new TableField<>("p99_ms", "ms", line -> TableCell.measured(line.p99Ms())));

        private KeyValueResults() {}

        /** @param measured in any order; databases are shown in the order in which they first come */
        static Table table(List<Measured> measured) {
            List<String> systems =
                    measured.stream().map(Measured::system).distinct().toList();
            List<Measured> sorted = measured.stream()
                    .sorted(Comparator.comparing(Measured::subject, ORDER)
                            .thenComparingInt(line -> systems.indexOf(line.system())))
                    .toList();
            List<TableField<Measured>> fields = new ArrayList<>(FIELDS);
            if (systems.size() == 2) {
                String division = systems.getFirst() + " divided by " + systems.getLast();
                fields.add(new TableField<>(
                        "ratio_ops_s", division, line -> ratio(line, sorted, OperationRate::perSecond)));
                fields.add(
                        new TableField<>("ratio_avg_ms", division, line -> ratio(line, sorted, OperationRate::meanMs)));
            }
            return Table.of(
                    PaperTable.KEY_VALUE.label(),
                    "Key-value workloads of the white paper",
                    notes(sorted),
                    fields,
                    sorted);
        }

        private static List<String> notes(List<Measured> measured) {
            List<String> notes = new ArrayList<>(List.of(
                    "Numbers of threads are chosen for each database; latencies of different ones do not compare.",
                    "Initial is the warm-up, sustained what comes after it; all else is without warm-up."));
            List<String> idle =
                    measured.stream().flatMap(line -> line.idle().stream()).toList();
            if (!idle.isEmpty()) {
                notes.add(
                        "Threads were busy for less than 90 % of a run that was too short for so many, or had a rate: "
                                + String.join("; ", idle) + ".");
            }
            return notes;
        }

        private static TableCell phase(Measured line) {
            String phase = line.subject().phase();
            return phase.isEmpty() ? TableCell.NOT_STATED : TableCell.words(phase);
        }

        private static TableCell keys(Measured line) {
            return line.keys().isEmpty()
                    ? TableCell.NOT_STATED
                    : TableCell.exact(BigDecimal.valueOf(line.keys().getAsLong()));
        }

        /** Returns the ratio to the first database. */
        private static TableCell ratio(Measured line, List<Measured> sorted, ToDoubleFunction<OperationRate> figure) {
            List<Measured> both = sorted.stream()
                    .filter(other -> other.subject().equals(line.subject()))
                    .toList();
            return both.size() < 2 || !both.getFirst().equals(line)
                    ? TableCell.NOT_STATED
                    : factor(figure.applyAsDouble(line.rate())
                            / figure.applyAsDouble(both.getLast().rate()));
        }

        private static TableCell factor(double factor) {
            BigDecimal exact = BigDecimal.valueOf(factor);
            return TableCell.figure(
                    exact.round(TableCell.WORTH_KEEPING), exact.round(FACTOR).toPlainString() + "x");
        }

        /** Formats a mean with two decimals at most, as the paper has them. */
        private static TableCell mean(double milliseconds) {
            return TableCell.exact(new BigDecimal(BigDecimal.valueOf(milliseconds)
                    .setScale(2, RoundingMode.HALF_UP)
                    .stripTrailingZeros()
                    .toPlainString()));
        }

        /**
         * Experiment with keys and values in the white paper of 2019; a run of a sample application is one of these by its readers and
         * writers.
         */
        enum KeyValueExperiment {
            PURE_INSERTS,
            PURE_QUERIES,
            UPDATES_AND_QUERIES,
            INDEX_INSERTS,
            INDEX_READS,
            TRANSACTIONS;

            private static final String INSERTS = "SqlInserts";
            private static final String UPDATES = "SqlUpdates";
            private static final Set<String> PLAIN = Set.of(INSERTS, UPDATES, "CassandraKeyValue");
            private static final Set<String> INDEXED = Set.of("SqlSecondaryIndex", "CassandraSecondaryIndex");
            private static final Set<String> TRANSACTIONAL =
                    Set.of("SqlSnapshotTxns", "CassandraTransactionalKeyValue");

            /** Returns the name in the paper. */
            String label() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }

            /** Returns the experiment; empty if the paper has no such one. */
            static Optional<KeyValueExperiment> of(String workload, long readers, long writers) {
                if (readers > 0 && writers > 0) {
                    return PLAIN.contains(workload) && !workload.equals(INSERTS)
                            ? Optional.of(UPDATES_AND_QUERIES)
                            : Optional.empty();
                }
                return readers > 0 ? reading(workload) : writing(workload);
            }

            private static Optional<KeyValueExperiment> reading(String workload) {
                if (PLAIN.contains(workload)) {
                    return Optional.of(PURE_QUERIES);
                }
                return INDEXED.contains(workload) ? Optional.of(INDEX_READS) : Optional.empty();
            }

            private static Optional<KeyValueExperiment> writing(String workload) {
                if (PLAIN.contains(workload) && !workload.equals(UPDATES)) {
                    return Optional.of(PURE_INSERTS);
                }
                if (INDEXED.contains(workload)) {
                    return Optional.of(INDEX_INSERTS);
                }
                return TRANSACTIONAL.contains(workload) ? Optional.of(TRANSACTIONS) : Optional.empty();
            }
        }
    }
}
