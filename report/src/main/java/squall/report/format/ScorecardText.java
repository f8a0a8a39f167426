package squall.report.format;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.report.model.Scorecard;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;
import squall.table.TextTable;

/** Scorecard for a terminal: each phase is a row, with the fault in a line below it, for which no column is wide enough. Pure. */
public record ScorecardText(Table scorecard) {
    private static final String INDENT = "    ";
    private static final String VERDICT = "verdict";
    private static final int NARROWEST = 20;

    public List<String> lines(OutputScreen screen) {
        TextTable.FittedTable fitted = TextTable.unwrapped(table(screen), screen.columns());
        List<String> table = fitted.lines();
        List<String> lines = new ArrayList<>(List.of(table.getFirst()));
        for (int i = 0; i < scorecard.rows().size(); i++) {
            List<TableCell> row = scorecard.rows().get(i);
            String line = table.get(i + 1);
            lines.add(bad(row) ? screen.red(line) : line);
            String fault = cell(row, Scorecard.FAULT).text();
            if (!fault.equals(row.getFirst().text())) {
                wrapped(fault, screen).forEach(part -> lines.add(screen.dim(INDENT + part)));
            }
        }
        fitted.remark().ifPresent(remark -> lines.addAll(screen.wrap(remark)));
        lines.addAll(screen.wrap(plain(scorecard.note(), screen)));
        return List.copyOf(lines);
    }

    private static List<String> wrapped(String text, OutputScreen screen) {
        int width = Math.max(NARROWEST, screen.columns() - INDENT.length());
        return new OutputScreen(screen.live(), false, screen.unicode(), width).wrap(plain(text, screen));
    }

    private Table table(OutputScreen screen) {
        List<TableField<List<TableCell>>> fields = new ArrayList<>();
        for (Column column : scorecard.columns()) {
            switch (column.name()) {
                case Scorecard.FAULT, Scorecard.BACK_FROM_INJECTION -> {}
                case Scorecard.BACK_FROM_HEALING ->
                    fields.add(field("back inject/heal", column, row -> back(row, screen)));
                case VERDICT -> fields.add(field(VERDICT, column, row -> verdict(row, screen)));
                default ->
                    fields.add(field(
                            plain(heading(column), screen),
                            column,
                            row -> plain(cell(row, column.name()).text(), screen)));
            }
        }
        return Table.of(scorecard.name(), fields, scorecard.rows());
    }

    private static TableField<List<TableCell>> field(
            String heading, Column column, Function<List<TableCell>, String> cell) {
        return column.number()
                ? TableField.number(heading, column.importance(), cell)
                : TableField.text(heading, column.importance(), cell);
    }

    /** Returns a short heading, so that all columns fit. */
    private static String heading(Column column) {
        return switch (column.name()) {
            case Scorecard.AVAILABILITY -> "avail %";
            case Scorecard.LOST_WRITES -> "lost";
            default -> column.heading();
        };
    }

    private String back(List<TableCell> row, OutputScreen screen) {
        String injection = back(cell(row, Scorecard.BACK_FROM_INJECTION));
        String healing = back(cell(row, Scorecard.BACK_FROM_HEALING));
        String nothing = TableCell.none().text();
        return plain(
                injection.equals(nothing) && healing.equals(nothing) ? nothing : injection + " / " + healing, screen);
    }

    /** Formats a recovery time without its remark, for which there is no room. */
    private static String back(TableCell cell) {
        if (cell.value() instanceof TableCell.Range(BigDecimal from, Optional<BigDecimal> to)) {
            return "> " + HumanNumbers.count(from.longValue()) + " s";
        }
        OptionalDouble seconds = cell.number();
        return seconds.isPresent() ? HumanNumbers.count((long) seconds.getAsDouble()) + " s" : cell.text();
    }

    /** Returns the verdict, in capitals where something is wrong: not every terminal has colours. */
    private String verdict(List<TableCell> row, OutputScreen screen) {
        String verdict = plain(cell(row, VERDICT).text(), screen);
        return bad(row) ? verdict.toUpperCase(Locale.ROOT) : verdict;
    }

    private boolean bad(List<TableCell> row) {
        return cell(row, VERDICT).tone() == CellTone.BAD;
    }

    private TableCell cell(List<TableCell> row, String column) {
        return row.get(scorecard.columns().stream().map(Column::name).toList().indexOf(column));
    }

    /** Replaces signs that not every terminal can show. */
    private static String plain(String text, OutputScreen screen) {
        String simple = text.replace('×', 'x');
        return screen.unicode()
                ? simple
                : Stream.of("✓ ", "✗ ", "! ", "– ")
                        .reduce(simple, (rest, sign) -> rest.startsWith(sign) ? rest.substring(sign.length()) : rest)
                        .replace('–', '-')
                        .replace("≥", ">=");
    }
}
