package squall.report.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import squall.report.model.ReportDocument;
import squall.report.model.Scorecard;
import squall.system.OutputScreen;
import squall.table.CellTone;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.Field;
import squall.table.TableCell;
import squall.table.TextTable;

/** A report for a terminal: no line is wider than the screen, but for the command to copy. */
final class TextReportFormat {
    private final OutputScreen screen;

    TextReportFormat(OutputScreen screen) {
        this.screen = screen;
    }

    String of(ReportDocument document) {
        List<String> lines = new ArrayList<>();
        lines.addAll(screen.wrap(document.title()));
        lines.addAll(screen.wrap(document.subtitle()));
        lines.addAll(verdict(document));
        document.warnings().forEach(warning -> lines.addAll(screen.wrap("! " + warning)));
        if (document.leadsEverything()) {
            document.table(document.leading()).ifPresent(table -> lines.addAll(table(table)));
        }
        lines.add("");
        lines.addAll(tiles(document.tiles()));
        document.furtherTables().forEach(table -> lines.addAll(table(table)));
        if (!document.reproduce().isEmpty()) {
            lines.addAll(List.of("", "Reproduce", document.reproduce()));
        }
        lines.add("");
        lines.addAll(screen.wrap(document.method()));
        return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
    }

    private List<String> verdict(ReportDocument document) {
        String line = sign(document.verdict().status().shown()) + ": "
                + document.verdict().headline();
        List<String> lines = new ArrayList<>();
        lines.add(painted(screen.fit(line), document.verdict().status().tone()));
        document.verdict().reasons().forEach(reason -> lines.addAll(screen.wrap("  " + reason)));
        return lines;
    }

    private List<String> tiles(List<ReportDocument.HeadlineTile> tiles) {
        List<Field<ReportDocument.HeadlineTile>> fields = List.of(
                Field.text("label", 0, ReportDocument.HeadlineTile::label),
                Field.text("value", 0, tile -> sign(tile.value())),
                Field.text("note", 0, ReportDocument.HeadlineTile::note));
        return TextTable.rows(Table.of("headline", fields, tiles), Integer.MAX_VALUE).stream()
                .map(screen::fit)
                .toList();
    }

    private List<String> table(Table table) {
        List<String> lines = new ArrayList<>(List.of("", table.title()));
        if (table.name().equals(Scorecard.ID)) {
            lines.addAll(new ScorecardText(table).lines(screen));
        } else if (table.columns().stream().anyMatch(Column::number)) {
            lines.addAll(TextTable.lines(table, screen.columns()));
        } else {
            table.rows().forEach(row -> lines.addAll(screen.wrap(words(row))));
        }
        return lines;
    }

    private String words(List<TableCell> row) {
        return row.getFirst().text() + ": "
                + row.stream().skip(1).map(cell -> sign(cell.text())).collect(Collectors.joining(", "));
    }

    private String painted(String line, CellTone tone) {
        return switch (tone) {
            case GOOD -> screen.green(line);
            case BAD -> screen.red(line);
            case DIM -> screen.dim(line);
            case PLAIN, MILD, WARM, HOT -> line;
        };
    }

    /** With signs that the screen can show. */
    private String sign(String text) {
        return screen.unicode() ? text : text.replaceFirst("^[✓✗–…] ", "").replace("→", "->");
    }
}
