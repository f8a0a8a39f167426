package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import squall.cli.Screen;
import squall.report.Table;

/** Tables as text: aligned, whole however wide, with units and caveats in lines of their own. */
final class TextForm {
    private static final Screen PAGE = new Screen(false, false, false, Screen.WIDEST);

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
        return new Table(IntStream.range(0, sheet.columns().size())
                        .mapToObj(i -> new Table.Column(
                                sheet.columns().get(i).name(),
                                0,
                                Units.isWords(sheet, i),
                                sheet.rows().stream()
                                        .map(row -> row.get(i).text())
                                        .toList()))
                        .toList())
                .lines(Integer.MAX_VALUE);
    }
}
