package squall.report.format;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.html.MarkupWriter;
import squall.report.html.ReportPage;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.report.model.ReportDocument.HeadlineTile;
import squall.report.model.ReportDocument.ReportedExpectation;
import squall.report.model.Scorecard;
import squall.results.file.CanonicalJson;
import squall.system.OutputScreen;
import squall.table.CsvFormat;
import squall.table.JsonTable;
import squall.table.MarkdownTable;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TextTable;

/** Format of a report. */
public enum ReportFormat {
    HTML,
    TEXT,
    MARKDOWN,
    CSV,
    JSON,
    JUNIT;

    /** Writes the whole document. @param screen that text must fit on */
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

    /** Formats a table for a terminal: an empty line, its title, and its rows. */
    public static List<String> lines(Table table, OutputScreen screen) {
        return new TextReportFormat(screen).table(table);
    }

    /** CSV format: all tables of a report in one, a line for each cell that holds something, numbers with all their digits. */
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
                    .filter(i -> !table.columns().get(i).number()
                            || row.get(i).number().isPresent()
                            || row.get(i).value() instanceof TableCell.Range)
                    .map(i -> CsvFormat.line(
                            table.name(),
                            number,
                            row.getFirst().text(),
                            table.columns().get(i).name(),
                            CsvFormat.plain(row.get(i))));
        }
    }

    /**
     * JUnit XML format of the expectations on a run: a suite for each subject, a case for each expectation, an error where a figure is
     * invalid or the run has not ended.
     */
    private static final class JUnitReportFormat {
        private JUnitReportFormat() {}

        static String of(ReportDocument document) {
            Map<String, List<ReportedExpectation>> suites = new LinkedHashMap<>();
            document.expectations()
                    .forEach(e -> suites.computeIfAbsent(e.subject(), subject -> new ArrayList<>())
                            .add(e));
            MarkupWriter xml = new MarkupWriter();
            xml.begin("testsuites", "name", document.name()).line();
            suites.forEach((subject, cases) -> suite(xml, document.name() + "." + subject, cases));
            return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    + xml.end().line().page();
        }

        private static void suite(MarkupWriter xml, String name, List<ReportedExpectation> cases) {
            xml.begin(
                            "testsuite",
                            "name",
                            name,
                            "tests",
                            Integer.toString(cases.size()),
                            "failures",
                            count(cases, JudgementStatus.FAILED),
                            "errors",
                            count(cases, JudgementStatus.INVALID, JudgementStatus.RUNNING),
                            "skipped",
                            count(cases, JudgementStatus.SKIPPED, JudgementStatus.WARNING))
                    .line();
            for (ReportedExpectation expectation : cases) {
                xml.begin("testcase", "classname", name, "name", expectation.wanted());
                outcome(xml, expectation);
                xml.end().line();
            }
            xml.end().line();
        }

        private static void outcome(MarkupWriter xml, ReportedExpectation expectation) {
            switch (expectation.status()) {
                case PASSED -> xml.leaf("system-out", expectation.observed());
                case FAILED -> xml.leaf("failure", expectation.observed(), "message", expectation.observed());
                case INVALID, RUNNING -> xml.leaf("error", expectation.observed(), "message", expectation.observed());
                case WARNING, SKIPPED -> xml.leaf("skipped", "", "message", expectation.observed());
            }
        }

        private static String count(List<ReportedExpectation> cases, JudgementStatus... statuses) {
            return Long.toString(cases.stream()
                    .filter(e -> List.of(statuses).contains(e.status()))
                    .count());
        }
    }

    /** JSON format of a document: numbers are numbers, in the units that their keys name. */
    private static final class JsonReportFormat {
        /** @param further members that only this kind of document has */
        private record JsonReport(
                String title,
                String subtitle,
                JsonVerdict verdict,
                List<String> warnings,
                List<JsonTile> headline,
                List<JsonExpectation> expectations,
                Map<String, JsonRows> tables,
                Optional<String> reproduce,
                @JsonUnwrapped Record further) {}

        private record JsonVerdict(String status, String headline, OptionalInt exitCode, List<String> reasons) {}

        private record JsonTile(String label, String value, String note) {}

        private record JsonExpectation(String of, String wanted, String verdict, String observed) {}

        private record JsonRows(String title, String note, List<Map<String, Object>> rows) {}

        private JsonReportFormat() {}

        static String of(ReportDocument document) {
            Map<String, JsonRows> tables = new LinkedHashMap<>();
            document.tables().stream()
                    .filter(table -> !table.name().equals("expectations"))
                    .forEach(table ->
                            tables.put(table.name(), new JsonRows(table.title(), table.note(), JsonTable.rows(table))));
            ReportDocument.RunVerdict verdict = document.verdict();
            return CanonicalJson.pretty(new JsonReport(
                    document.title(),
                    document.subtitle(),
                    new JsonVerdict(verdict.status().word(), verdict.headline(), verdict.exitCode(), verdict.reasons()),
                    document.warnings(),
                    document.tiles().stream()
                            .map(tile -> new JsonTile(tile.label(), tile.value(), tile.note()))
                            .toList(),
                    document.expectations().stream()
                            .map(JsonReportFormat::expectation)
                            .toList(),
                    tables,
                    Optional.of(document.reproduce()).filter(command -> !command.isEmpty()),
                    document.further()));
        }

        private static JsonExpectation expectation(ReportedExpectation expectation) {
            return new JsonExpectation(
                    expectation.subject(),
                    expectation.wanted(),
                    expectation.status().word(),
                    expectation.observed());
        }
    }

    /** Markdown format of a report, for pull requests and chats. */
    private static final class MarkdownReportFormat {
        private MarkdownReportFormat() {}

        static String of(ReportDocument document) {
            StringBuilder text = new StringBuilder();
            text.append("# ")
                    .append(MarkdownTable.plain(document.title()))
                    .append("\n\n")
                    .append(MarkdownTable.plain(document.subtitle()))
                    .append("\n\n");
            text.append("**")
                    .append(document.verdict().status().shown())
                    .append("**: ")
                    .append(MarkdownTable.plain(document.verdict().headline()))
                    .append("\n\n");
            document.verdict()
                    .reasons()
                    .forEach(reason -> text.append("- ")
                            .append(MarkdownTable.plain(reason))
                            .append('\n'));
            document.warnings()
                    .forEach(warning -> text.append("- ! ")
                            .append(MarkdownTable.plain(warning))
                            .append('\n'));
            if (document.leadsEverything()) {
                document.table(document.leading()).ifPresent(table -> table(table, text));
            }
            text.append('\n');
            tiles(document).forEach(line -> text.append(line).append('\n'));
            document.furtherTables().forEach(table -> {
                if (document.folded().contains(table.name())) {
                    folded(table, text);
                } else {
                    table(table, text);
                }
            });
            if (!document.reproduce().isEmpty()) {
                text.append("\n## Reproduce\n\n```\n")
                        .append(document.reproduce())
                        .append("\n```\n");
            }
            return text.append('\n').append(document.method()).append('\n').toString();
        }

        private static void table(Table table, StringBuilder text) {
            text.append("\n## ").append(MarkdownTable.plain(table.title())).append("\n\n");
            body(table, text);
        }

        /** Adds a table folded by HTML within Markdown; the empty line makes the table Markdown again. */
        private static void folded(Table table, StringBuilder text) {
            text.append("\n<details>\n<summary>").append(table.title()).append("</summary>\n\n");
            body(table, text);
            text.append("\n</details>\n");
        }

        private static void body(Table table, StringBuilder text) {
            if (!table.note().isEmpty()) {
                text.append(MarkdownTable.plain(table.note())).append("\n\n");
            }
            MarkdownTable.lines(table).forEach(line -> text.append(line).append('\n'));
        }

        /** Formats the headline figures. */
        private static List<String> tiles(ReportDocument document) {
            List<TableField<HeadlineTile>> fields = List.of(
                    TableField.text("figure", 0, HeadlineTile::label),
                    TableField.number("value", 0, HeadlineTile::value),
                    TableField.text("of", 0, HeadlineTile::note));
            return MarkdownTable.lines(Table.of("headline", fields, document.tiles()));
        }
    }

    /** Text format for a terminal: no line is wider than the screen, but for the command to copy. */
    private record TextReportFormat(OutputScreen screen) {
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
            lines.add(TextTable.painted(
                    screen.fit(line), document.verdict().status().tone(), screen));
            document.verdict().reasons().forEach(reason -> lines.addAll(screen.wrap("  " + reason)));
            return lines;
        }

        private List<String> tiles(List<HeadlineTile> tiles) {
            List<TableField<HeadlineTile>> fields = List.of(
                    TableField.text("label", Column.KEY, HeadlineTile::label),
                    TableField.text("value", Column.KEY, tile -> sign(tile.value())),
                    TableField.text("note", Column.KEY, tile -> sign(tile.note())));
            return TextTable.wrappedRows(Table.of("headline", fields, tiles), screen.columns());
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

        /** Replaces signs that the screen cannot show. */
        private String sign(String text) {
            return screen.unicode() ? text : text.replaceFirst("^[✓✗–…] ", "").replace("→", "->");
        }
    }
}
