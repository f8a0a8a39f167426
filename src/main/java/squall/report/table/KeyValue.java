package squall.report.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.report.reference.Cell;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;

/** The white paper's experiments: keys, threads, ops/s and mean latency of each on each database, and two of them divided. */
final class KeyValue {
    /** What is measured. @param phase {@code initial} or {@code sustained} where the paper tells them apart, else empty @param operation {@code read} or {@code write} */
    record Subject(Experiment experiment, String phase, String operation) {}

    /**
     * One line.
     *
     * @param keys empty where that is not recorded
     * @param threads of that operation
     */
    record Measured(Subject subject, OptionalLong keys, String system, long threads, Rate rate) {}

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

    private KeyValue() {}

    /** @param measured in any order; databases are shown in the order in which they first come */
    static Sheet sheet(List<Measured> measured) {
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
        return new Sheet(
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

    private static List<Cell> row(Measured line, List<Cell> ratios) {
        Subject subject = line.subject();
        return Stream.concat(
                        Stream.of(
                                new Cell.Words(subject.experiment().label()),
                                subject.phase().isEmpty() ? Cell.NOT_STATED : new Cell.Words(subject.phase()),
                                new Cell.Words(subject.operation()),
                                line.keys().isEmpty()
                                        ? Cell.NOT_STATED
                                        : Cell.exact(
                                                BigDecimal.valueOf(line.keys().getAsLong())),
                                new Cell.Words(line.system()),
                                Cell.exact(BigDecimal.valueOf(line.threads())),
                                Cell.rounded(line.rate().perSecond(), 0),
                                mean(line.rate().meanMs()),
                                Cell.rounded(line.rate().inFlight(), 1)),
                        ratios.stream())
                .toList();
    }

    /** Beside the first database. */
    private static List<Cell> ratios(Measured line, List<Measured> sorted) {
        List<Measured> both = sorted.stream()
                .filter(other -> other.subject().equals(line.subject()))
                .toList();
        if (both.size() < 2 || !both.getFirst().equals(line)) {
            return List.of(Cell.NOT_STATED, Cell.NOT_STATED);
        }
        Rate by = both.getLast().rate();
        return List.of(
                factor(line.rate().perSecond() / by.perSecond()),
                factor(line.rate().meanMs() / by.meanMs()));
    }

    private static Cell factor(double factor) {
        BigDecimal exact = BigDecimal.valueOf(factor);
        return new Cell.Figure(
                exact.round(Cell.WORTH_KEEPING), exact.round(FACTOR).toPlainString() + "x");
    }

    /** Two decimals at most, as the paper has them. */
    private static Cell mean(double milliseconds) {
        return Cell.exact(new BigDecimal(BigDecimal.valueOf(milliseconds)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()));
    }
}
