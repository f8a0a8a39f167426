package squall.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.system.OutputScreen;
import squall.table.TableCell.CellTone;

/** Form of a table as text; where the screen is narrow, the least important columns are left out first. Pure. */
public final class TextTable {
    private static final int GAP = 2;
    private static final OutputScreen PAGE = new OutputScreen(false, false, false, OutputScreen.WIDEST);

    private final Table table;

    /** Numbers of the columns that are shown, from left to right. */
    private final List<Integer> shown;

    private final int[] widths;
    private final boolean[] left;

    private TextTable(Table table) {
        this.table = table;
        this.shown =
                IntStream.range(0, table.columns().size()).boxed().collect(Collectors.toCollection(ArrayList::new));
        this.widths = shown.stream().mapToInt(this::width).toArray();
        this.left = new boolean[widths.length];
        shown.forEach(column -> left[column] = table.left(column));
    }

    /** Formats the heading and the rows, none wider than this; the first column is cut if even that is too wide alone. */
    public static List<String> lines(Table table, int width) {
        TextTable text = new TextTable(table);
        while (text.width() > width && text.shown.size() > 1) {
            text.removeLeast();
        }
        return text.lines()
                .map(line -> line.substring(0, Math.min(line.length(), width)))
                .toList();
    }

    /** Formats the rows without a heading, none wider than this: names with their meaning. */
    public static List<String> rows(Table table, int width) {
        return lines(unnamed(table), width).stream().skip(1).toList();
    }

    private static Table unnamed(Table table) {
        return new Table(
                table.name(),
                table.title(),
                table.source(),
                table.columns().stream()
                        .map(column -> new Table.Column(
                                column.name(), "", column.unit(), column.alignment(), column.importance()))
                        .toList(),
                table.rows(),
                table.notes());
    }

    /**
     * Formats the rows without a heading. The last column holds sentences, which take as many lines as they need. The first cell is
     * coloured. @return the lines of each row
     *
     * @param indent before every line
     */
    public static List<List<String>> entries(Table table, String indent, OutputScreen screen) {
        TextTable text = new TextTable(unnamed(table));
        int last = text.shown.removeLast();
        int column = indent.length() + text.width() + GAP;
        List<List<String>> entries = new ArrayList<>();
        for (int row = 0; row < table.rows().size(); row++) {
            List<String> lines = entry(indent + text.line(row), text.cell(row, last), column, screen.columns());
            TableCell first = table.rows().get(row).getFirst();
            int end = indent.length() + first.text().length();
            String begin = lines.getFirst();
            lines.set(0, indent + painted(first.text(), first.tone(), screen) + begin.substring(end));
            entries.add(List.copyOf(lines));
        }
        return List.copyOf(entries);
    }

    /** Returns the text in the colour of its tone, where the screen has colours. */
    public static String painted(String text, CellTone tone, OutputScreen screen) {
        return switch (tone) {
            case GOOD -> screen.green(text);
            case BAD -> screen.red(text);
            case DIM -> screen.dim(text);
            case PLAIN, MILD, WARM, HOT -> text;
        };
    }

    /** Formats name and title, the rows however wide they are, and in lines of their own the sources, units and notes. */
    public static List<String> whole(Table table) {
        List<String> lines = new ArrayList<>();
        lines.add(table.name() + ": " + table.title());
        Stream.concat(table.source().stream(), table.units().stream()).forEach(line -> lines.addAll(PAGE.wrap(line)));
        lines.add("");
        lines.addAll(lines(table, Integer.MAX_VALUE));
        lines.add("");
        table.notes().forEach(note -> lines.addAll(PAGE.wrap("! " + note)));
        return lines;
    }

    /**
     * Formats a name and its text, which takes as many lines as it needs, all in a column of their own.
     *
     * @param column in which the text begins; a name that reaches into it moves only its own line
     * @param width no line is longer, except for a single word
     */
    public static List<String> entry(String name, String text, int column, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(name).append(" ".repeat(Math.max(1, column - name.length())));
        boolean begun = false;
        for (String word : text.split(" ", -1)) {
            if (begun && line.length() + word.length() > width) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(column));
            }
            line.append(word).append(' ');
            begun = true;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    private Stream<String> lines() {
        return Stream.concat(
                Stream.of(line(-1)), IntStream.range(0, table.rows().size()).mapToObj(this::line));
    }

    private int width() {
        return shown.stream().mapToInt(column -> widths[column]).sum() + GAP * (shown.size() - 1);
    }

    private int width(int column) {
        return IntStream.range(-1, table.rows().size())
                .map(row -> cell(row, column).length())
                .max()
                .orElse(0);
    }

    private void removeLeast() {
        shown.reversed().stream()
                .limit(shown.size() - 1L)
                .min(Comparator.comparingInt(
                        column -> table.columns().get(column).importance()))
                .ifPresent(shown::remove);
    }

    /** @param row -1 is the heading */
    private String line(int row) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = cell(row, column);
            String blank = " ".repeat(widths[column] - cell.length());
            line.append(line.isEmpty() ? "" : " ".repeat(GAP));
            line.append(line.isEmpty() || left[column] ? cell + blank : blank + cell);
        }
        return line.toString().stripTrailing();
    }

    private String cell(int row, int column) {
        return row < 0
                ? table.columns().get(column).heading()
                : table.rows().get(row).get(column).text();
    }
}
