package squall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A table of text whose columns give way where the screen is narrow: the least important first. Pure.
 *
 * @param columns the first is aligned to the left, all others to the right unless they say otherwise
 */
public record Table(List<Column> columns) {
    private static final int GAP = 2;

    /**
     * One column.
     *
     * @param importance columns of lower importance leave first; those of equal importance from the right
     * @param left whether it is aligned to the left wherever it stands
     * @param cells one for each row
     */
    public record Column(String heading, int importance, boolean left, List<String> cells) {
        public Column(String heading, int importance, List<String> cells) {
            this(heading, importance, false, cells);
        }

        int width() {
            return cells.stream().mapToInt(String::length).reduce(heading.length(), Math::max);
        }
    }

    public Table {
        columns = List.copyOf(columns);
    }

    /** The heading and the rows, none wider than this; the first column is cut if even that is too wide alone. */
    public List<String> lines(int width) {
        Table table = this;
        while (table.width() > width && table.columns.size() > 1) {
            table = table.withoutLeast();
        }
        List<String> lines = new ArrayList<>();
        lines.add(table.line(-1));
        for (int row = 0; row < columns.getFirst().cells().size(); row++) {
            lines.add(table.line(row));
        }
        return lines.stream()
                .map(line -> line.substring(0, Math.min(line.length(), width)))
                .toList();
    }

    private int width() {
        return columns.stream().mapToInt(Column::width).sum() + GAP * (columns.size() - 1);
    }

    private Table withoutLeast() {
        Optional<Column> least =
                columns.reversed().stream().limit(columns.size() - 1L).min(Comparator.comparingInt(Column::importance));
        return new Table(
                columns.stream().filter(c -> !least.equals(Optional.of(c))).toList());
    }

    /** @param row -1 is the heading */
    private String line(int row) {
        StringBuilder line = new StringBuilder();
        for (Column column : columns) {
            String cell = row < 0 ? column.heading() : column.cells().get(row);
            String blank = " ".repeat(column.width() - cell.length());
            line.append(line.isEmpty() ? "" : " ".repeat(GAP));
            line.append(line.isEmpty() || column.left() ? cell + blank : blank + cell);
        }
        return line.toString().stripTrailing();
    }
}
