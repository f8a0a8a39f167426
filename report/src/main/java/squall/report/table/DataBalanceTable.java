package squall.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * Table of how a cluster distributes its data: {@code minute | node 1 | ... | node n}, the spread, and the throughput meanwhile.
 *
 * @param nodes in the order of the columns
 * @param unit of what is counted, for people
 * @param samples in the order of time
 * @param asked when a node was requested to join or to leave
 */
record DataBalanceTable(List<String> nodes, String unit, List<BalanceSample> samples, List<BalanceRequest> asked) {
    /**
     * Maximum spread that counts as balanced, largest less smallest, as a share of the mean; the thesis called 6.8 % and 6.2 % balanced,
     * and 22 % not.
     */
    static final double TOLERANCE = 0.10;

    /** Time in minutes for which it must stay so, where there are samples for so long. */
    static final double HELD_MINUTES = 10;

    private static final String RULE = String.format(
            Locale.ROOT,
            "spread (max - min) at most %.0f %% of the mean, held %.0f min or to the end",
            TOLERANCE * 100,
            HELD_MINUTES);

    /** Request for a node to join or to leave. @param minute since the run began; @param what was requested, as {@code addNode} */
    record BalanceRequest(double minute, String what) {}

    /**
     * Sample of the nodes' data at one moment.
     *
     * @param minute since the run began
     * @param held in the order of the nodes; empty for one that did not belong to the cluster
     * @param okPerSecond meanwhile; empty where it was not measured
     */
    record BalanceSample(double minute, List<OptionalDouble> held, OptionalDouble okPerSecond) {
        BalanceSample {
            held = List.copyOf(held);
        }

        /** Returns largest less smallest, as a share of the mean; empty with fewer than two nodes, or with nothing on any. */
        OptionalDouble spread() {
            var figures = held.stream().flatMapToDouble(OptionalDouble::stream).summaryStatistics();
            return figures.getCount() < 2 || figures.getMax() <= 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of((figures.getMax() - figures.getMin()) / figures.getAverage());
        }

        private boolean even() {
            return spread().orElse(Double.POSITIVE_INFINITY) <= TOLERANCE;
        }
    }

    /** Stretch with the same nodes. @param from the number of its first sample; @param to of the first that is no longer part of it */
    private record Stretch(int from, int to) {}

    DataBalanceTable {
        nodes = List.copyOf(nodes);
        samples = List.copyOf(samples);
        asked = List.copyOf(asked);
    }

    /** Returns a sentence with its rule for each time that nodes joined or left; for the whole where none did. */
    List<String> verdicts() {
        if (samples.stream().allMatch(sample -> sample.spread().isEmpty())) {
            return List.of("N/A: there was nothing to balance, as at no time two nodes or more held data.");
        }
        List<Stretch> stretches = stretches();
        if (stretches.size() == 1) {
            return List.of(unchanged(stretches.getFirst()));
        }
        return stretches.subList(1, stretches.size()).stream()
                .map(this::changed)
                .toList();
    }

    Table table() {
        List<Column> columns = new ArrayList<>(List.of(new Column("minute", "min")));
        nodes.forEach(node -> columns.add(new Column(node, unit)));
        columns.add(new Column("spread_pct", "% of the mean"));
        columns.add(new Column("ops_s", "1/s"));
        return new Table(
                PaperTable.REBALANCE.label(),
                "What each node holds",
                List.of(),
                columns,
                samples.stream().map(DataBalanceTable::row).toList(),
                verdicts());
    }

    private List<Stretch> stretches() {
        List<Stretch> stretches = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= samples.size(); i++) {
            if (i == samples.size() || !members(i).equals(members(i - 1))) {
                stretches.add(new Stretch(from, i));
                from = i;
            }
        }
        return stretches;
    }

    private List<String> members(int sample) {
        List<OptionalDouble> held = samples.get(sample).held();
        return IntStream.range(0, nodes.size())
                .filter(node -> held.get(node).isPresent())
                .mapToObj(nodes::get)
                .toList();
    }

    private String unchanged(Stretch whole) {
        OptionalInt from = balancedFrom(whole);
        if (from.isPresent() && from.getAsInt() == 0) {
            return "N/A: there was nothing to balance: the same nodes were seen throughout, and balanced from the beginning ("
                    + RULE + ").";
        }
        return from.isEmpty()
                ? "Balanced after > " + minutes(samples.getLast().minute()) + " min: " + RULE + "."
                : "Balanced after " + minutes(samples.get(from.getAsInt()).minute()) + " min: " + RULE + ".";
    }

    /**
     * Returns the sentence for one change. Time counts from when the node was requested to join or leave; where that is not known, from
     * when it was seen to.
     */
    private String changed(Stretch stretch) {
        double seen = seen(stretch);
        String change = change(stretch.from()) + " from " + minutes(seen) + " min on";
        if (members(stretch.from()).size() < 2) {
            return change + ". N/A: with one node there is nothing to balance.";
        }
        Optional<BalanceRequest> cause = cause(stretch);
        double since = cause.map(BalanceRequest::minute).orElse(seen);
        String after = " min after "
                + cause.map(each -> each.what() + " at " + minutes(each.minute()) + " min")
                        .orElse("that");
        OptionalInt from = balancedFrom(stretch);
        return from.isEmpty()
                ? change + ". Not balanced within " + minutes(minutesSince(since, stretch.to() - 1)) + after + ": "
                        + RULE + "."
                : change + ". Balanced " + minutes(minutesSince(since, from.getAsInt())) + after + ": " + RULE + ".";
    }

    private double seen(Stretch stretch) {
        return samples.get(stretch.from()).minute();
    }

    /** Returns the minutes until a sample; none where the moment is within the time that the sample stands for. */
    private double minutesSince(double moment, int sample) {
        return Math.max(0, samples.get(sample).minute() - moment);
    }

    /**
     * Returns the request for a change, made since the change before and not for that: the last until the change was seen, else the first
     * before the next sample, because a sample stands for the time until then.
     */
    private Optional<BalanceRequest> cause(Stretch stretch) {
        Optional<Stretch> last = stretches().stream()
                .filter(earlier -> earlier.from() > 0 && earlier.from() < stretch.from())
                .reduce((first, second) -> second);
        Optional<BalanceRequest> taken = last.flatMap(this::cause);
        double earliest = last.map(this::seen).orElse(Double.NEGATIVE_INFINITY);
        List<BalanceRequest> open = asked.stream()
                .filter(each -> each.minute() >= earliest && !taken.equals(Optional.of(each)))
                .toList();
        double seen = seen(stretch);
        double next = stretch.from() + 1 < samples.size()
                ? samples.get(stretch.from() + 1).minute()
                : Double.POSITIVE_INFINITY;
        return open.stream()
                .filter(each -> each.minute() <= seen)
                .reduce((first, second) -> second)
                .or(() -> open.stream().filter(each -> each.minute() < next).findFirst());
    }

    private String change(int at) {
        List<String> before = members(at - 1);
        List<String> after = members(at);
        String joined = after.stream().filter(node -> !before.contains(node)).collect(Collectors.joining(", "));
        String left = before.stream().filter(node -> !after.contains(node)).collect(Collectors.joining(", "));
        return (joined.isEmpty() ? "" : joined + " seen")
                + (joined.isEmpty() || left.isEmpty() ? "" : ", ")
                + (left.isEmpty() ? "" : left + " not seen any more");
    }

    /** Returns the first sample of the stretch from which the spread stays within tolerance, for the required time or to its end. */
    private OptionalInt balancedFrom(Stretch stretch) {
        return IntStream.range(stretch.from(), stretch.to())
                .filter(first -> samples.subList(first, stretch.to()).stream()
                        .takeWhile(
                                sample -> sample.minute() <= samples.get(first).minute() + HELD_MINUTES)
                        .allMatch(BalanceSample::even))
                .findFirst();
    }

    private static List<TableCell> row(BalanceSample sample) {
        List<TableCell> cells = new ArrayList<>(List.of(TableCell.measured(sample.minute())));
        sample.held().forEach(held -> cells.add(TableCell.measured(held)));
        cells.add(
                sample.spread().isPresent()
                        ? TableCell.measured(sample.spread().getAsDouble() * 100)
                        : TableCell.notApplicable("a single node has no spread"));
        cells.add(TableCell.measured(sample.okPerSecond()));
        return cells;
    }

    /** Formats minutes, as a whole number where they are one. */
    private static String minutes(double minutes) {
        String text = String.format(Locale.ROOT, "%.1f", minutes);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
