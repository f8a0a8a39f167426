package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import squall.cli.Screen;

/** Tables as text: aligned, whole however wide, with units and caveats in lines of their own. */
final class TextForm {
    private static final Screen PAGE = new Screen(false, false, false, Screen.WIDEST);
    private static final String GAP = "  ";

    private TextForm() {}

    static List<String> lines(List<Sheet> sheets) {
        List<String> lines = new ArrayList<>();
        for (Sheet sheet : sheets) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(lines(sheet));
        }
        return lines;
    }

    private static List<String> lines(Sheet sheet) {
        List<String> lines = new ArrayList<>();
        lines.add(sheet.name() + ": " + sheet.title());
        sheet.source().forEach(line -> lines.addAll(PAGE.wrap(line)));
        Units.line(sheet).ifPresent(line -> lines.addAll(PAGE.wrap(line)));
        lines.add("");
        lines.addAll(table(sheet));
        lines.add("");
        sheet.notes().forEach(note -> lines.addAll(PAGE.wrap("! " + note)));
        return lines;
    }

    private static List<String> table(Sheet sheet) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(sheet.columns().stream().map(Sheet.Column::name).toList());
        sheet.rows().forEach(row -> rows.add(row.stream().map(Cell::text).toList()));
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String blank = " ".repeat(width(rows, column) - cell.length());
                line.append(column == 0 ? "" : GAP);
                line.append(Units.isWords(sheet, column) ? cell + blank : blank + cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
