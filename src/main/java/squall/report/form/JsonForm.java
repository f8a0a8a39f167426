package squall.report.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.report.chart.Curve;
import squall.report.model.Cell;
import squall.report.model.Expectation;
import squall.report.model.Grid;
import squall.report.model.Report;
import squall.report.model.Tile;
import squall.report.model.Verdict;
import squall.results.Json;

/** A report as one JSON document: numbers are numbers, in the units that their keys name. */
final class JsonForm {
    private JsonForm() {}

    static String of(Report report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("run_id", report.runId());
        json.put("title", report.title());
        json.put("subtitle", report.subtitle());
        json.put("verdict", verdict(report.verdict()));
        json.put("warnings", report.warnings());
        json.put("headline", report.tiles().stream().map(JsonForm::tile).toList());
        json.put(
                "expectations",
                report.expectations().stream().map(JsonForm::expectation).toList());
        Map<String, Object> tables = new LinkedHashMap<>();
        report.grids().stream()
                .filter(grid -> !grid.id().equals("expectations"))
                .forEach(grid -> tables.put(grid.id(), grid(grid)));
        json.put("tables", tables);
        json.put(
                "percentile_curves",
                report.curves().stream().map(JsonForm::curve).toList());
        json.put("reproduce", report.reproduce());
        json.put("percentiles", Report.PERCENTILES);
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

    private static Map<String, Object> curve(Curve curve) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("window", curve.window().name());
        json.put(
                "percentile_us",
                curve.points().stream()
                        .map(point -> List.of(point.percentile(), point.micros()))
                        .toList());
        return json;
    }
}
