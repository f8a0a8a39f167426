package squall.table;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Table with columns, values and the notes needed to interpret them; every format is written from this.
 *
 * @param name by which files, programs and addresses know it
 * @param source where the figures are from, a line each
 * @param rows each as long as there are columns
 * @param notes what the figures mean, and caveats; one sentence or more each. The reasons of cells that are not applicable are added
 */
public record Table(
        String name,
        String title,
        List<String> source,
        List<Column> columns,
        List<List<TableCell>> rows,
        List<String> notes) {
    /** Alignment of the cells of a column. */
    public enum Alignment {
        LEFT,
        /** Right, for a column of figures: in JSON and CSV it holds nothing else. */
        RIGHT,
        /** Left if any cell holds words. */
        BY_CELLS
    }

    /**
     * Column of a table.
     *
     * @param name its name in files
     * @param heading its name for people
     * @param unit empty where there is none, or where the heading or the cells contain it
     * @param importance where a screen is too narrow, columns of lower importance are left out first; those of equal importance from the
     *     right
     */
    public record Column(String name, String heading, String unit, Alignment alignment, int importance) {
        /** Importance of a column that identifies its row, alone or with others: it is never left out. */
        public static final int KEY = 99;

        /** Creates a column with one name for files and for people. */
        public Column(String name, String unit) {
            this(name, name, unit, Alignment.BY_CELLS, 0);
        }

        public static Column text(String name, String heading, int importance) {
            return new Column(name, heading, "", Alignment.LEFT, importance);
        }

        /** @param heading with the unit */
        public static Column number(String name, String heading, int importance) {
            return new Column(name, heading, "", Alignment.RIGHT, importance);
        }

        public boolean number() {
            return alignment == Alignment.RIGHT;
        }
    }

    /** Definition of a column, and of its cell in a row about {@code R}. */
    public record TableField<R>(Column column, Function<R, TableCell> cell) {
        /** Creates a column with one name for files and for people. */
        public TableField(String name, String unit, Function<R, TableCell> cell) {
            this(new Column(name, unit), cell);
        }

        /** Creates a column of text. @param name in files @param heading for people */
        public static <R> TableField<R> text(String name, String heading, int importance, Function<R, TableCell> cell) {
            return new TableField<>(Column.text(name, heading, importance), cell);
        }

        /** Creates a column of figures. @param name in files @param heading for people, with the unit */
        public static <R> TableField<R> number(
                String name, String heading, int importance, Function<R, TableCell> cell) {
            return new TableField<>(Column.number(name, heading, importance), cell);
        }

        /** Creates a column of words. @param name in files @param heading for people */
        public static <R> TableField<R> words(String name, String heading, int importance, Function<R, String> words) {
            return text(name, heading, importance, row -> TableCell.words(words.apply(row)));
        }

        /** Creates a column of counts. @param name in files @param heading for people */
        public static <R> TableField<R> count(String name, String heading, int importance, ToLongFunction<R> count) {
            return number(name, heading, importance, row -> TableCell.count(count.applyAsLong(row)));
        }

        /** Creates a column of amounts. @param name in files @param heading for people, with the unit */
        public static <R> TableField<R> amount(
                String name, String heading, int importance, ToDoubleFunction<R> amount) {
            return number(name, heading, importance, row -> TableCell.amount(amount.applyAsDouble(row)));
        }

        /** Creates a column of words, without a unit. */
        public static <R> TableField<R> words(String name, Function<R, String> words) {
            return new TableField<>(name, "", row -> TableCell.words(words.apply(row)));
        }

        /** Creates a column for people only, aligned to the left. */
        public static <R> TableField<R> text(String heading, int importance, Function<R, String> cell) {
            return new TableField<>(Column.text(heading, heading, importance), row -> TableCell.words(cell.apply(row)));
        }

        /** Creates a column for people only, aligned to the right. */
        public static <R> TableField<R> number(String heading, int importance, Function<R, String> cell) {
            return new TableField<>(
                    Column.number(heading, heading, importance), row -> TableCell.words(cell.apply(row)));
        }
    }

    public Table {
        source = List.copyOf(source);
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = Stream.concat(notes.stream(), reasons(rows)).distinct().toList();
        for (List<TableCell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("table " + name + " has " + columns.size()
                        + " columns, but this row has " + row.size() + " cells");
            }
        }
    }

    /** @param note empty if the figures explain themselves */
    public Table(String name, String title, String note, List<Column> columns, List<List<TableCell>> rows) {
        this(name, title, List.of(), columns, rows, note.isEmpty() ? List.of() : List.of(note));
    }

    /** Returns a note for each reason why cells are not applicable. */
    private static Stream<String> reasons(List<List<TableCell>> rows) {
        return rows.stream().flatMap(List::stream).map(TableCell::value).mapMulti((value, notes) -> {
            if (value instanceof TableCell.NotApplicable(String reason)) {
                notes.accept("N/A: " + reason + ".");
            }
        });
    }

    /** Creates a table with one row for each of these, and nothing else. */
    public static <R> Table of(String name, List<TableField<R>> fields, List<R> subjects) {
        return of(name, name, List.of(), fields, subjects);
    }

    /** Creates a table with one row for each of these. @param notes what the figures mean, and caveats */
    public static <R> Table of(
            String name, String title, List<String> notes, List<TableField<R>> fields, List<R> subjects) {
        return new Table(
                name,
                title,
                List.of(),
                fields.stream().map(TableField::column).toList(),
                subjects.stream()
                        .map(subject -> fields.stream()
                                .map(field -> field.cell().apply(subject))
                                .toList())
                        .toList(),
                notes);
    }

    /** Returns this table with more notes. */
    public Table with(List<String> more) {
        return new Table(
                name,
                title,
                source,
                columns,
                rows,
                Stream.concat(notes.stream(), more.stream()).toList());
    }

    /** Returns this table; empty if it has no row. */
    public Optional<Table> ifAny() {
        return rows.isEmpty() ? Optional.empty() : Optional.of(this);
    }

    /** Returns all notes in one paragraph; empty if there are none. */
    public String note() {
        return String.join(" ", notes);
    }

    /** Returns the units of all columns that have one, in one line. */
    public Optional<String> units() {
        String units = columns.stream()
                .filter(column -> !column.unit().isEmpty())
                .map(column -> column.name() + ": " + column.unit())
                .collect(Collectors.joining("; "));
        return units.isEmpty() ? Optional.empty() : Optional.of("units: " + units);
    }

    /** Returns whether this column is aligned to the left. */
    public boolean left(int column) {
        return switch (columns.get(column).alignment()) {
            case LEFT -> true;
            case RIGHT -> false;
            case BY_CELLS ->
                rows.stream().map(row -> row.get(column).value()).anyMatch(TableCell.Words.class::isInstance);
        };
    }
}
