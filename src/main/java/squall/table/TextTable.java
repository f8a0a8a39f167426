package squall.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.table.TableCell.CellTone;

/** Form of a table as text; where the screen is narrow, the least important columns are left out first. Pure. */
public final class TextTable {
    private static final int GAP = 2;

    /** Width from which a column of words can be read; a narrower one is the last resort. */
    private static final int READABLE = 24;

    /** Width for which a longer word is broken in a column that identifies its row: no run's identifier is as long. */
    private static final int LONGEST_KEY = 72;

    private static final int NARROWEST = 8;

    /** Width of a column of figures for which no heading is wrapped: {@code p50 ms}. */
    private static final int HEADING = 6;

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

    /**
     * Table that fits on a screen.
     *
     * @param lines of the heading and the rows, of which each takes as many as its longest cell
     * @param leftOut headings of the columns for which there was no room
     */
    public record FittedTable(List<String> lines, List<String> leftOut) {
        public FittedTable {
            lines = List.copyOf(lines);
            leftOut = List.copyOf(leftOut);
        }

        /** Returns a sentence on the columns that were left out, and where they are; empty if none was. */
        public Optional<String> remark() {
            return leftOut.isEmpty()
                    ? Optional.empty()
                    : Optional.of(HumanNumbers.counted(leftOut.size(), "column")
                            + " left out (see bin/report --format csv): " + String.join(", ", leftOut));
        }
    }

    /** Formats the table {@linkplain #wrapped wrapped}, and below it a remark about the columns that were left out. */
    public static List<String> lines(Table table, int width) {
        FittedTable fitted = wrapped(table, width);
        List<String> lines = new ArrayList<>(fitted.lines());
        OutputScreen screen = new OutputScreen(false, false, false, OutputScreen.within(width));
        fitted.remark().ifPresent(remark -> lines.addAll(screen.wrap(remark)));
        return List.copyOf(lines);
    }

    /** Formats each row in one line, none wider than this; the first column is cut if even that is too wide alone. */
    public static FittedTable unwrapped(Table table, int width) {
        TextTable text = new TextTable(table);
        while (text.width() > width && text.shown.size() > 1) {
            text.removeLeast();
        }
        return text.fitted(width);
    }

    /**
     * Formats the heading and the rows, none wider than this: words are wrapped, and where that is not enough the least important columns
     * are left out, but none that identifies its row ({@link Table.Column#KEY}).
     */
    public static FittedTable wrapped(Table table, int width) {
        TextTable text = new TextTable(table);
        text.narrow(width, text::readable);
        while (text.width() > width && text.removeLeastButKeys()) {
            text.shown.forEach(column -> text.widths[column] = text.width(column));
            text.narrow(width, text::readable);
        }
        text.narrow(width, column -> text.left[column] ? NARROWEST : text.readable(column));
        return text.fitted(width);
    }

    /** Formats the rows without a heading, none wider than this, with their words wrapped. */
    public static List<String> wrappedRows(Table table, int width) {
        return wrapped(unnamed(table), width).lines().stream().skip(1).toList();
    }

    /** Formats the rows without a heading, none wider than this: names with their meaning. */
    public static List<String> rows(Table table, int width) {
        return unwrapped(unnamed(table), width).lines().stream().skip(1).toList();
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

    private FittedTable fitted(int width) {
        return new FittedTable(
                IntStream.range(-1, table.rows().size())
                        .boxed()
                        .flatMap(row -> linesOf(row).stream())
                        .map(line -> line.substring(0, Math.min(line.length(), width)))
                        .toList(),
                IntStream.range(0, table.columns().size())
                        .filter(column -> !shown.contains(column))
                        .mapToObj(column -> table.columns().get(column).heading())
                        .toList());
    }

    /** Narrows the widest column, again and again, until all fit or each is as narrow as it may be. */
    private void narrow(int width, IntUnaryOperator least) {
        int[] floors = IntStream.range(0, widths.length).map(least).toArray();
        while (width() > width) {
            Optional<Integer> widest = shown.stream()
                    .filter(column -> widths[column] > floors[column])
                    .max(Comparator.comparingInt(column -> widths[column]));
            if (widest.isEmpty()) {
                return;
            }
            widths[widest.get()]--;
        }
    }

    /** Returns the width in which a column can be read: no figure is wrapped, and no word of a key is broken. */
    private int readable(int column) {
        int longest = IntStream.range(-1, table.rows().size())
                .boxed()
                .flatMap(row -> left[column] || row < 0
                        ? Stream.of(cell(row, column).split(" ", -1))
                        : Stream.of(cell(row, column)))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        if (!left[column]) {
            return Math.max(HEADING, longest);
        }
        return isKey(column) ? Math.clamp(longest, READABLE, LONGEST_KEY) : READABLE;
    }

    private boolean isKey(int column) {
        return table.columns().get(column).importance() >= Table.Column.KEY;
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

    /** Leaves out the least important column; false if all that are left identify their rows. */
    private boolean removeLeastButKeys() {
        Optional<Integer> least = shown.reversed().stream()
                .filter(column -> !isKey(column))
                .min(Comparator.comparingInt(
                        column -> table.columns().get(column).importance()));
        least.ifPresent(shown::remove);
        return least.isPresent();
    }

    private void removeLeast() {
        shown.reversed().stream()
                .limit(shown.size() - 1L)
                .min(Comparator.comparingInt(
                        column -> table.columns().get(column).importance()))
                .ifPresent(shown::remove);
    }

    /** Returns the lines of a row, in which each cell has as many as it needs. @param row -1 is the heading */
    private List<String> linesOf(int row) {
        List<List<String>> cells = shown.stream()
                .map(column -> parts(cell(row, column), widths[column]))
                .toList();
        int height = cells.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, height)
                .mapToObj(part -> line(column -> {
                    List<String> parts = cells.get(shown.indexOf(column));
                    return part < parts.size() ? parts.get(part) : "";
                }))
                .toList();
    }

    /** Splits a text between words into parts of at most this width; a word that is wider is broken. */
    private static List<String> parts(String text, int width) {
        List<String> parts = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            parts.add(rest.substring(0, space > 0 ? space : width));
            rest = rest.substring(space > 0 ? space + 1 : width);
        }
        parts.add(rest);
        return parts;
    }

    /** @param row -1 is the heading */
    private String line(int row) {
        return line(column -> cell(row, column));
    }

    private String line(IntFunction<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column : shown) {
            String cell = cells.apply(column);
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
