package squall.report.html;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import squall.table.Table;
import squall.table.TableCell;

/**
 * Chart of growth: what was measured at each size, and the line of ideal growth.
 *
 * @param title what was measured by what, with units
 * @param samples from the smallest size to the largest
 */
record GrowthChart(String title, List<Sample> samples) {
    /** Prefix of the name of a column with ideal growth; the rest is the name of the column that was measured. */
    private static final String IDEAL = "ideal_";

    private static final double WIDTH = 480;
    private static final double HEIGHT = 260;
    private static final double LEFT = 20;
    private static final double RIGHT = 90;
    private static final double TOP = 24;
    private static final double BOTTOM = 24;
    private static final double DOT = 4;

    /** Point of the chart. @param ideal what would be measured if it grew like the size */
    record Sample(double size, double measured, double ideal) {}

    /** Returns the chart of a table; empty if it has no column of ideal growth, or fewer than two rows with figures. */
    static Optional<GrowthChart> of(Table table) {
        List<Table.Column> columns = table.columns();
        List<String> names = columns.stream().map(Table.Column::name).toList();
        return names.stream()
                .filter(name -> name.startsWith(IDEAL) && names.contains(name.substring(IDEAL.length())))
                .findFirst()
                .map(ideal -> {
                    int measured = names.indexOf(ideal.substring(IDEAL.length()));
                    return new GrowthChart(
                            named(columns.get(measured)) + " by " + names.getFirst(),
                            samples(table, measured, names.indexOf(ideal)));
                })
                .filter(chart -> chart.samples.size() > 1);
    }

    private static String named(Table.Column column) {
        return column.name() + (column.unit().isEmpty() ? "" : " (" + column.unit() + ")");
    }

    private static List<Sample> samples(Table table, int measured, int ideal) {
        List<Sample> samples = new ArrayList<>();
        for (List<TableCell> row : table.rows()) {
            OptionalDouble size = number(row.getFirst());
            OptionalDouble figure = number(row.get(measured));
            OptionalDouble line = number(row.get(ideal));
            if (size.isPresent() && figure.isPresent() && line.isPresent()) {
                samples.add(new Sample(size.getAsDouble(), figure.getAsDouble(), line.getAsDouble()));
            }
        }
        samples.sort(Comparator.comparingDouble(Sample::size));
        return samples;
    }

    private static OptionalDouble number(TableCell cell) {
        return switch (cell.value()) {
            case TableCell.Figure(BigDecimal number) -> OptionalDouble.of(number.doubleValue());
            case TableCell.Words(String words)
            when words.matches("\\d{1,9}(\\.\\d{1,9})?") -> OptionalDouble.of(Double.parseDouble(words));
            default -> OptionalDouble.empty();
        };
    }

    void draw(MarkupWriter html) {
        String described = samples.stream()
                .map(each -> plain(each.size) + ": " + text(each.measured) + ", ideal " + text(each.ideal))
                .collect(Collectors.joining("; ", title + ": ", ""));
        html.begin("figure", "class", "growth");
        html.begin("svg", "viewBox", "0 0 " + at(WIDTH) + " " + at(HEIGHT), "role", "img", "aria-label", described);
        html.leaf("path", "", "d", "M" + at(LEFT) + "," + at(TOP) + " V" + at(floor()) + " H" + at(x(widest())));
        line(html, "ideal", at(LEFT) + "," + at(floor()) + " ", Sample::ideal); // from nothing on
        line(html, "measured", "", Sample::measured);
        for (Sample each : samples) {
            html.leaf("circle", "", "cx", at(x(each.size)), "cy", at(y(each.measured)), "r", at(DOT));
            label(html, text(each.measured), x(each.size), y(each.measured) + 14, "middle");
            label(html, plain(each.size), x(each.size), HEIGHT - 8, "middle");
        }
        Sample last = samples.getLast();
        label(html, "ideal " + text(last.ideal), x(last.size) + 8, y(last.ideal), "start");
        html.end().leaf("figcaption", title, "class", "muted").end().line();
    }

    /** @param start points before the first sample */
    private void line(MarkupWriter html, String style, String start, ToDoubleFunction<Sample> height) {
        String points = samples.stream()
                .map(each -> at(x(each.size)) + "," + at(y(height.applyAsDouble(each))))
                .collect(Collectors.joining(" ", start, ""));
        html.leaf("polyline", "", "class", style, "points", points);
    }

    private static void label(MarkupWriter html, String text, double x, double y, String anchor) {
        html.leaf("text", text, "x", at(x), "y", at(y), "dy", "0.35em", "text-anchor", anchor);
    }

    private double x(double size) {
        return LEFT + (WIDTH - LEFT - RIGHT) * size / widest();
    }

    private double y(double figure) {
        double highest = samples.stream()
                .mapToDouble(each -> Math.max(each.measured, each.ideal))
                .max()
                .orElse(1);
        return floor() - (floor() - TOP) * figure / Math.max(highest, Double.MIN_NORMAL);
    }

    private double widest() {
        return samples.stream().mapToDouble(Sample::size).max().orElse(1);
    }

    private static double floor() {
        return HEIGHT - BOTTOM;
    }

    /** Returns a size as it was given, 3 or 0.2. */
    private static String plain(double size) {
        return BigDecimal.valueOf(size).stripTrailingZeros().toPlainString();
    }

    private static String text(double value) {
        return TableCell.measured(value).text();
    }

    private static String at(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
