package squall.report.format;

import java.util.List;
import java.util.stream.Stream;
import squall.report.html.ReportPage;
import squall.report.model.ReportDocument;
import squall.system.OutputScreen;
import squall.table.CsvFormat;
import squall.table.Table;
import squall.table.TableCell;

/** What a report can be written as. */
public enum ReportFormat {
    HTML,
    TEXT,
    MARKDOWN,
    CSV,
    JSON,
    JUNIT;

    /** The whole document. @param screen that text is to fit on */
    public String of(ReportDocument document, OutputScreen screen) {
        return switch (this) {
            case HTML -> ReportPage.of(document);
            case TEXT -> new TextReportFormat(screen).of(document);
            case MARKDOWN -> MarkdownReportFormat.of(document);
            case CSV -> CsvReportFormat.of(document);
            case JSON -> JsonReportFormat.of(document);
            case JUNIT -> JUnitReportFormat.of(document);
        };
    }

    /** All tables of a report in one: a line for each cell that holds something, numbers with all their digits. */
    private static final class CsvReportFormat {
        private CsvReportFormat() {}

        static String of(ReportDocument document) {
            StringBuilder text = new StringBuilder("table,row,name,column,value\n");
            for (Table table : document.tables()) {
                for (int row = 0; row < table.rows().size(); row++) {
                    row(table, row).forEach(line -> text.append(line).append('\n'));
                }
            }
            return text.toString();
        }

        private static Stream<String> row(Table table, int number) {
            List<TableCell> row = table.rows().get(number);
            return Stream.iterate(1, i -> i < row.size(), i -> i + 1)
                    .filter(i -> row.get(i).number().isPresent()
                            || !table.columns().get(i).number())
                    .map(i -> CsvFormat.line(
                            table.name(),
                            number,
                            row.getFirst().text(),
                            table.columns().get(i).name(),
                            CsvFormat.plain(row.get(i))));
        }
    }
}
