package squall.report.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.report.model.Cell;
import squall.report.model.Document;
import squall.report.model.Expectation;
import squall.report.model.Grid;
import squall.report.model.Tile;
import squall.report.model.Verdict;
import squall.results.Json;

/** A document as one of JSON: numbers are numbers, in the units that their keys name. */
final class JsonForm {
    private JsonForm() {}

    static String of(Document document) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", document.title());
        json.put("subtitle", document.subtitle());
        json.put("verdict", verdict(document.verdict()));
        json.put("warnings", document.warnings());
        json.put("headline", document.tiles().stream().map(JsonForm::tile).toList());
        json.put(
                "expectations",
                document.expectations().stream().map(JsonForm::expectation).toList());
        Map<String, Object> tables = new LinkedHashMap<>();
        document.grids().stream()
                .filter(grid -> !grid.id().equals("expectations"))
                .forEach(grid -> tables.put(grid.id(), grid(grid)));
        json.put("tables", tables);
        if (!document.reproduce().isEmpty()) {
            json.put("reproduce", document.reproduce());
        }
        json.putAll(document.further());
        return Json.pretty(json);
    }

    /** Whole numbers without a fraction. */
    static Object number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Object) (long) value : (Object) value;
    }

    private static Map<String, Object> verdict(Verdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("status", verdict.status().word());
        json.put("headline", verdict.headline());
        verdict.exitCode().ifPresent(code -> json.put("exit_code", code));
        json.put("reasons", verdict.reasons());
        return json;
    }

    private static Map<String, Object> tile(Tile tile) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("label", tile.label());
        json.put("value", tile.value());
        json.put("note", tile.note());
        return json;
    }

    private static Map<String, Object> expectation(Expectation expectation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("of", expectation.subject());
        json.put("wanted", expectation.wanted());
        json.put("verdict", expectation.status().word());
        json.put("observed", expectation.observed());
        return json;
    }

    private static Map<String, Object> grid(Grid grid) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", grid.title());
        json.put("note", grid.note());
        json.put("rows", grid.rows().stream().map(row -> row(grid, row)).toList());
        return json;
    }

    /** A number that was not measured is absent. */
    private static Map<String, Object> row(Grid grid, List<Cell> row) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (int i = 0; i < row.size(); i++) {
            String key = grid.columns().get(i).key();
            OptionalDouble value = row.get(i).value();
            if (value.isPresent()) {
                json.put(key, number(value.getAsDouble()));
            } else if (!grid.columns().get(i).number()) {
                json.put(key, row.get(i).text());
            }
        }
        return json;
    }
}
