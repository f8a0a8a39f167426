package squall.report.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** The white paper's experiments: keys, threads, ops/s and mean latency of each on each database, and two of them divided. */
final class KeyValueResults {
    /** What is measured. @param phase {@code initial} or {@code sustained} where the paper tells them apart, else empty @param operation {@code read} or {@code write} */
    record Subject(KeyValueExperiment experiment, String phase, String operation) {}

    /**
     * One line.
     *
     * @param keys empty where that is not recorded
     * @param threads of that operation
     */
    record Measured(Subject subject, OptionalLong keys, String system, long threads, OperationRate rate) {}

    static final String INITIAL = "initial";
    static final String SUSTAINED = "sustained";

    /** Experiment by experiment, writes before reads. */
    private static final Comparator<Subject> ORDER = Comparator.comparing(Subject::experiment)
            .thenComparing(Subject::phase)
            .thenComparing(Subject::operation, Comparator.reverseOrder());

    /** As many digits as the paper gives its factors. */
    private static final MathContext FACTOR = new MathContext(2);

    private static final List<Column> COLUMNS = List.of(
            new Column("experiment", ""),
            new Column("phase", ""),
            new Column("operation", ""),
            new Column("keys", "rows written before, or meant to be"),
            new Column("system", ""),
            new Column("threads", "threads of that kind"),
            new Column("ops_s", "acknowledged operations/s"),
            new Column("avg_ms", "ms, mean"),
            new Column("in_flight", "ops_s x avg_ms / 1000 (Little's law)"));

    private KeyValueResults() {}

    /** @param measured in any order; databases are shown in the order in which they first come */
    static Table table(List<Measured> measured) {
        List<String> systems =
                measured.stream().map(Measured::system).distinct().toList();
        List<Measured> sorted = measured.stream()
                .sorted(Comparator.comparing(Measured::subject, ORDER)
                        .thenComparingInt(line -> systems.indexOf(line.system())))
                .toList();
        boolean two = systems.size() == 2;
        List<Column> columns = new ArrayList<>(COLUMNS);
        if (two) {
            String division = systems.getFirst() + " divided by " + systems.getLast();
            columns.add(new Column("ratio_ops_s", division));
            columns.add(new Column("ratio_avg_ms", division));
        }
        return new Table(
                SeedTable.KEY_VALUE.label(),
                "Key-value workloads of the white paper",
                List.of(),
                columns,
                sorted.stream()
                        .map(line -> two ? row(line, ratios(line, sorted)) : row(line, List.of()))
                        .toList(),
                List.of(
                        "Numbers of threads are chosen for each database; latencies of different ones do not compare.",
                        "Initial is the warm-up, sustained what comes after it; all else is without warm-up."));
    }

    private static List<TableCell> row(Measured line, List<TableCell> ratios) {
        Subject subject = line.subject();
        return Stream.concat(
                        Stream.of(
                                TableCell.words(subject.experiment().label()),
                                subject.phase().isEmpty() ? TableCell.NOT_STATED : TableCell.words(subject.phase()),
                                TableCell.words(subject.operation()),
                                line.keys().isEmpty()
                                        ? TableCell.NOT_STATED
                                        : TableCell.exact(
                                                BigDecimal.valueOf(line.keys().getAsLong())),
                                TableCell.words(line.system()),
                                TableCell.exact(BigDecimal.valueOf(line.threads())),
                                TableCell.rounded(line.rate().perSecond(), 0),
                                mean(line.rate().meanMs()),
                                TableCell.rounded(line.rate().inFlight(), 1)),
                        ratios.stream())
                .toList();
    }

    /** Compared with the first database. */
    private static List<TableCell> ratios(Measured line, List<Measured> sorted) {
        List<Measured> both = sorted.stream()
                .filter(other -> other.subject().equals(line.subject()))
                .toList();
        if (both.size() < 2 || !both.getFirst().equals(line)) {
            return List.of(TableCell.NOT_STATED, TableCell.NOT_STATED);
        }
        OperationRate by = both.getLast().rate();
        return List.of(
                factor(line.rate().perSecond() / by.perSecond()),
                factor(line.rate().meanMs() / by.meanMs()));
    }

    private static TableCell factor(double factor) {
        BigDecimal exact = BigDecimal.valueOf(factor);
        return TableCell.figure(
                exact.round(TableCell.WORTH_KEEPING), exact.round(FACTOR).toPlainString() + "x");
    }

    /** Two decimals at most, as the paper has them. */
    private static TableCell mean(double milliseconds) {
        return TableCell.exact(new BigDecimal(BigDecimal.valueOf(milliseconds)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()));
    }

    /** What the white paper of 2019 did with keys and values; a run of a sample application is one of these by its readers and writers. */
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
        private static final Set<String> TRANSACTIONAL = Set.of("SqlSnapshotTxns", "CassandraTransactionalKeyValue");

        /** As the paper names it. */
        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** Empty if the paper has no such one. */
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
