package squall.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.measure.recovery.Reading;
import squall.measure.recovery.Spread;
import squall.verdict.Headlines;
import squall.verdict.Repetitions;

/** What {@code summary.json} says of several runs of one scenario: its member {@code repetitions}. Pure. */
public final class RepetitionsJson {
    private static final int SCHEMA_VERSION = 1;

    private RepetitionsJson() {}

    public static Map<String, Object> of(Repetitions repetitions) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema_version", SCHEMA_VERSION);
        json.put("runs", List.copyOf(repetitions.runs().keySet()));
        json.put(
                "phases",
                repetitions.phases().stream().map(RepetitionsJson::phase).toList());
        json.put("definitions", Headlines.definitions());
        json.put(
                "interval",
                "low to high holds the true median with this confidence: of up to 8 runs the lowest and the highest"
                        + " (1 - 2 * 0.5^count), of more the middle 95 % of 10,000 bootstrapped medians; longer_than is a"
                        + " lower bound, above every value that was seen; apart_from_control: the intervals have nothing in"
                        + " common");
        return json;
    }

    private static Map<String, Object> phase(Repetitions.Phase phase) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", phase.name());
        json.put("control", phase.control());
        Map<String, Object> figures = new LinkedHashMap<>();
        phase.figures().forEach((name, spread) -> figures.put(name, figure(spread)));
        json.put("figures", figures);
        json.put("apart_from_control", phase.apart());
        return json;
    }

    private static Map<String, Object> figure(Spread spread) {
        Spread.Interval interval = spread.interval();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", spread.sorted().size());
        json.put("median", reading(spread.median()));
        json.put("low", reading(interval.low()));
        json.put("high", reading(interval.high()));
        json.put("confidence", interval.confidence());
        json.put("method", interval.method());
        return json;
    }

    private static Map<String, Object> reading(Reading reading) {
        return Map.of(reading.atLeast() ? "longer_than" : "value", reading.value());
    }
}
