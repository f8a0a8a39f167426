package squall.report.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import squall.results.Json;

/** Tables as JSON: an array of them, each row an object by column; null is not stated or not applicable, a range is an array. */
final class JsonForm {
    private JsonForm() {}

    static List<String> lines(List<Sheet> sheets) {
        return Json.pretty(sheets.stream().map(JsonForm::of).toList()).lines().toList();
    }

    private static Map<String, Object> of(Sheet sheet) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", sheet.name());
        json.put("title", sheet.title());
        json.put("source", sheet.source());
        Map<String, String> units = new LinkedHashMap<>();
        sheet.columns().stream()
                .filter(column -> !column.unit().isEmpty())
                .forEach(column -> units.put(column.name(), column.unit()));
        json.put("units", units);
        json.put("rows", sheet.rows().stream().map(row -> row(sheet, row)).toList());
        json.put("caveats", sheet.notes());
        return json;
    }

    private static Map<String, @Nullable Object> row(Sheet sheet, List<Cell> cells) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            row.put(sheet.columns().get(i).name(), value(cells.get(i)));
        }
        return row;
    }

    private static @Nullable Object value(Cell cell) {
        return switch (cell) {
            case Cell.Words words -> words.text();
            case Cell.Figure figure -> figure.value();
            case Cell.Span span -> span(span);
            case Cell.Several several -> several.values();
            case Cell.Truth truth -> truth.holds();
            case Cell.NotStated nothing -> null;
            case Cell.NotApplicable nothing -> null;
        };
    }

    private static List<@Nullable BigDecimal> span(Cell.Span span) {
        List<@Nullable BigDecimal> ends = new ArrayList<>();
        ends.add(span.from());
        ends.add(span.to().orElse(null));
        return ends;
    }
}
