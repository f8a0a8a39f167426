package squall.report.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.cli.Screen;
import squall.report.Table;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Grid;
import squall.report.model.Scorecard;
import squall.report.model.Tone;

/** The scorecard for a terminal: each phase is a row, and below it stands what was done, which no column is wide enough for. Pure. */
public record ScorecardText(Grid scorecard) {
    private static final String INDENT = "    ";
    private static final String VERDICT = "verdict";
    private static final int NARROWEST = 20;

    public List<String> lines(Screen screen) {
        List<String> table = new Table(columns(screen)).lines(screen.columns());
        List<String> lines = new ArrayList<>(List.of(table.getFirst()));
        for (int row = 0; row < scorecard.rows().size(); row++) {
            lines.add(painted(table.get(row + 1), row, screen));
            String fault = cell(row, Scorecard.FAULT).text();
            if (!fault.equals(scorecard.rows().get(row).getFirst().text())) {
                wrapped(fault, screen).forEach(line -> lines.add(screen.dim(INDENT + line)));
            }
        }
        lines.addAll(screen.wrap(plain(scorecard.note(), screen)));
        return List.copyOf(lines);
    }

    private static List<String> wrapped(String text, Screen screen) {
        int width = Math.max(NARROWEST, screen.columns() - INDENT.length());
        return new Screen(screen.live(), false, screen.unicode(), width).wrap(plain(text, screen));
    }

    private List<Table.Column> columns(Screen screen) {
        List<Table.Column> columns = new ArrayList<>();
        for (Column column : scorecard.columns()) {
            switch (column.key()) {
                case Scorecard.FAULT, Scorecard.BACK_FROM_INJECTION -> {}
                case Scorecard.BACK_FROM_HEALING ->
                    columns.add(column("back inject/heal", column, row -> back(row, screen)));
                case VERDICT -> columns.add(column(VERDICT, column, row -> verdict(row, screen)));
                default ->
                    columns.add(column(
                            plain(heading(column), screen),
                            column,
                            row -> plain(cell(row, column.key()).text(), screen)));
            }
        }
        return columns;
    }

    /** Short, for all of them to fit. */
    private static String heading(Column column) {
        return switch (column.key()) {
            case Scorecard.AVAILABILITY -> "avail %";
            case Scorecard.LOST_WRITES -> "lost";
            default -> column.heading();
        };
    }

    private Table.Column column(String heading, Column column, IntFunction<String> cell) {
        return new Table.Column(
                heading,
                column.importance(),
                !column.number(),
                IntStream.range(0, scorecard.rows().size()).mapToObj(cell).toList());
    }

    private String back(int row, Screen screen) {
        String injection = back(cell(row, Scorecard.BACK_FROM_INJECTION));
        String healing = back(cell(row, Scorecard.BACK_FROM_HEALING));
        String nothing = Cell.none().text();
        return plain(
                injection.equals(nothing) && healing.equals(nothing) ? nothing : injection + " / " + healing, screen);
    }

    /** Relapses have no room. */
    private static String back(Cell cell) {
        String seconds = cell.text().replaceFirst(",.*", "");
        return cell.text().equals(Cell.none().text()) ? seconds : seconds + " s";
    }

    /** In capitals where something is wrong: not every terminal has colours. */
    private String verdict(int row, Screen screen) {
        String verdict = plain(cell(row, VERDICT).text(), screen);
        return bad(row) ? verdict.toUpperCase(Locale.ROOT) : verdict;
    }

    private String painted(String line, int row, Screen screen) {
        return bad(row) ? screen.red(line) : line;
    }

    private boolean bad(int row) {
        return cell(row, VERDICT).tone() == Tone.BAD;
    }

    private Cell cell(int row, String key) {
        int place = scorecard.columns().stream().map(Column::key).toList().indexOf(key);
        return scorecard.rows().get(row).get(place);
    }

    /** With signs that every terminal can show. */
    private static String plain(String text, Screen screen) {
        String simple = text.replace('×', 'x');
        return screen.unicode()
                ? simple
                : Stream.of("✓ ", "✗ ", "! ", "– ")
                        .reduce(simple, (rest, sign) -> rest.startsWith(sign) ? rest.substring(sign.length()) : rest)
                        .replace('–', '-')
                        .replace("≥", ">=");
    }
}
