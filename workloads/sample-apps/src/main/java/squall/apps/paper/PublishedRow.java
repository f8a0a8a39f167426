package squall.apps.paper;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.apps.paper.PaperExperiment.PaperOperation;
import squall.report.table.OperationWindow.OperationRate;
import squall.report.table.PublishedFigures;
import squall.table.TableCell;

/**
 * One row of the paper's results.
 *
 * @param phase of the experiment, empty if it is all of it
 * @param meanMs empty if none is published
 */
record PublishedRow(
        PaperExperiment experiment,
        String phase,
        PaperOperation kind,
        PaperApi api,
        long threads,
        double perSecond,
        Optional<Double> meanMs) {
    static final String TABLE = "paper-results";

    /** The minute at the beginning that the paper tells apart. */
    static final String INITIAL = "initial";

    /** A figure of several runs, of which one has none. */
    private static final String MAXIMUM = "sometimes up to";

    static List<PublishedRow> all() {
        return PublishedFigures.load().find(TABLE).orElseThrow().byColumn().stream()
                .map(PublishedRow::of)
                .toList();
    }

    /** What it is called in a table, with its phase. */
    String label() {
        return name() + (phase.isEmpty() ? "" : ", " + phase);
    }

    /** What the paper's claims call it. */
    String name() {
        return experiment.published() + (experiment == PaperExperiment.UPDATES_QUERIES ? ", " + kind.plural() : "");
    }

    /** Whether one run has a figure to compare with it. */
    boolean comparable() {
        return !phase.equals(MAXIMUM);
    }

    Optional<OperationRate> rate() {
        return meanMs.map(mean -> new OperationRate(perSecond, mean));
    }

    private static PublishedRow of(Map<String, TableCell> row) {
        return new PublishedRow(
                PaperExperiment.ofPublished(words(row, "experiment").orElseThrow()),
                words(row, "phase").orElse(""),
                PaperOperation.ofPublished(words(row, "operation").orElseThrow()),
                PaperApi.ofSystem(words(row, "system").orElseThrow()),
                Math.round(figure(row, "threads").orElseThrow()),
                figure(row, "ops_s").orElseThrow(),
                figure(row, "avg_ms"));
    }

    private static Optional<String> words(Map<String, TableCell> row, String column) {
        return cell(row, column).value() instanceof TableCell.Words(String words)
                ? Optional.of(words)
                : Optional.empty();
    }

    private static Optional<Double> figure(Map<String, TableCell> row, String column) {
        return cell(row, column).value() instanceof TableCell.Figure(BigDecimal figure)
                ? Optional.of(figure.doubleValue())
                : Optional.empty();
    }

    private static TableCell cell(Map<String, TableCell> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }
}
