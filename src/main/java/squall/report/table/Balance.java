package squall.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import squall.report.reference.Cell;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;

/**
 * How a cluster spreads its data: {@code minute | node 1 | ... | node n}, the spread, and the throughput meanwhile.
 *
 * @param nodes in the order of the columns
 * @param unit of what is counted, for people
 * @param samples in the order of time
 */
record Balance(List<String> nodes, String unit, List<Sample> samples) {
    /** Largest less smallest, as a share of the mean; the thesis called 6.8 % and 6.2 % balanced, and 22 % not. */
    static final double TOLERANCE = 0.10;

    /** How long it must stay so, in minutes, where there are samples for so long. */
    static final double HELD_MINUTES = 10;

    /**
     * What the nodes held at one moment.
     *
     * @param minute since the run began
     * @param held in the order of the nodes
     * @param okPerSecond meanwhile; empty where it was not measured
     */
    record Sample(double minute, List<Double> held, OptionalDouble okPerSecond) {
        Sample {
            held = List.copyOf(held);
        }

        /** Largest less smallest, as a share of the mean; not a number where there is nothing. */
        double spread() {
            var figures = held.stream().mapToDouble(Double::doubleValue).summaryStatistics();
            return (figures.getMax() - figures.getMin()) / figures.getAverage();
        }
    }

    Balance {
        nodes = List.copyOf(nodes);
        samples = List.copyOf(samples);
    }

    /** The first sample from which the spread stays within tolerance, for as long as asked or to the end. */
    OptionalInt balancedFrom() {
        return IntStream.range(0, samples.size()).filter(this::heldFrom).findFirst();
    }

    /** A verdict with its rule. */
    String verdict() {
        OptionalInt from = balancedFrom();
        String rule = String.format(
                Locale.ROOT,
                "spread (max - min) at most %.0f %% of the mean, held %.0f min or to the end",
                TOLERANCE * 100,
                HELD_MINUTES);
        if (from.isEmpty()) {
            return String.format(Locale.ROOT, "Balanced after > %s min: %s.", minutes(samples.getLast()), rule);
        }
        return String.format(Locale.ROOT, "Balanced after %s min: %s.", minutes(samples.get(from.getAsInt())), rule);
    }

    Sheet sheet() {
        List<Column> columns = new ArrayList<>(List.of(new Column("minute", "min")));
        nodes.forEach(node -> columns.add(new Column(node, unit)));
        columns.add(new Column("spread_pct", "% of the mean"));
        columns.add(new Column("ops_s", "1/s"));
        return new Sheet(
                SeedTable.REBALANCE.label(),
                "What each node holds",
                List.of(),
                columns,
                samples.stream().map(Balance::row).toList(),
                List.of(verdict()));
    }

    private boolean heldFrom(int first) {
        double until = samples.get(first).minute() + HELD_MINUTES;
        return samples.subList(first, samples.size()).stream()
                .takeWhile(sample -> sample.minute() <= until)
                .allMatch(sample -> sample.spread() <= TOLERANCE);
    }

    private static List<Cell> row(Sample sample) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.amount(sample.minute())));
        sample.held().forEach(held -> cells.add(Cell.amount(held)));
        cells.add(Cell.amount(sample.spread() * 100));
        cells.add(Cell.amount(sample.okPerSecond()));
        return cells;
    }

    private static String minutes(Sample sample) {
        return String.format(Locale.ROOT, "%.0f", sample.minute());
    }
}
