package squall.report.format;

import java.util.LinkedHashMap;
import java.util.Map;
import squall.report.model.ReportDocument;
import squall.results.CanonicalJson;
import squall.table.JsonTable;
import squall.table.Table;

/** A document as one of JSON: numbers are numbers, in the units that their keys name. */
final class JsonReportFormat {
    private JsonReportFormat() {}

    static String of(ReportDocument document) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", document.title());
        json.put("subtitle", document.subtitle());
        json.put("verdict", verdict(document.verdict()));
        json.put("warnings", document.warnings());
        json.put(
                "headline",
                document.tiles().stream().map(JsonReportFormat::tile).toList());
        json.put(
                "expectations",
                document.expectations().stream()
                        .map(JsonReportFormat::expectation)
                        .toList());
        Map<String, Object> tables = new LinkedHashMap<>();
        document.tables().stream()
                .filter(table -> !table.name().equals("expectations"))
                .forEach(table -> tables.put(table.name(), table(table)));
        json.put("tables", tables);
        if (!document.reproduce().isEmpty()) {
            json.put("reproduce", document.reproduce());
        }
        json.putAll(document.further());
        return CanonicalJson.pretty(json);
    }

    private static Map<String, Object> verdict(ReportDocument.RunVerdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", verdict.status().word());
        json.put("headline", verdict.headline());
        verdict.exitCode().ifPresent(code -> json.put("exit_code", code));
        json.put("reasons", verdict.reasons());
        return json;
    }

    private static Map<String, Object> tile(ReportDocument.HeadlineTile tile) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("label", tile.label());
        json.put("value", tile.value());
        json.put("note", tile.note());
        return json;
    }

    private static Map<String, Object> expectation(ReportDocument.ReportedExpectation expectation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("of", expectation.subject());
        json.put("wanted", expectation.wanted());
        json.put("verdict", expectation.status().word());
        json.put("observed", expectation.observed());
        return json;
    }

    private static Map<String, Object> table(Table table) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", table.title());
        json.put("note", table.note());
        json.put("rows", JsonTable.rows(table));
        return json;
    }
}
