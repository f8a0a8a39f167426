package squall.apps.paper;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.report.reference.Cell;
import squall.report.reference.PublishedFigures;
import squall.report.table.Rate;

/**
 * One row of the paper's results.
 *
 * @param phase of the experiment, empty if it is all of it
 * @param meanMs empty if none is published
 */
record PublishedRow(
        Experiment experiment,
        String phase,
        Kind kind,
        Api api,
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
        return experiment.published() + (experiment == Experiment.UPDATES_QUERIES ? ", " + kind.plural() : "");
    }

    /** Whether one run has a figure to set beside it. */
    boolean comparable() {
        return !phase.equals(MAXIMUM);
    }

    Optional<Rate> rate() {
        return meanMs.map(mean -> new Rate(perSecond, mean));
    }

    private static PublishedRow of(Map<String, Cell> row) {
        return new PublishedRow(
                Experiment.ofPublished(words(row, "experiment").orElseThrow()),
                words(row, "phase").orElse(""),
                Kind.ofPublished(words(row, "operation").orElseThrow()),
                Api.ofSystem(words(row, "system").orElseThrow()),
                Math.round(figure(row, "threads").orElseThrow()),
                figure(row, "ops_s").orElseThrow(),
                figure(row, "avg_ms"));
    }

    private static Optional<String> words(Map<String, Cell> row, String column) {
        return cell(row, column) instanceof Cell.Words words ? Optional.of(words.text()) : Optional.empty();
    }

    private static Optional<Double> figure(Map<String, Cell> row, String column) {
        return cell(row, column) instanceof Cell.Figure figure
                ? Optional.of(figure.value().doubleValue())
                : Optional.empty();
    }

    private static Cell cell(Map<String, Cell> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }
}
