package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.spi.Outcome;

/** How often each outcome ended an operation, as {@code summary.json} keeps it; the messages stand in its list of errors. */
final class OutcomeJson {
    private OutcomeJson() {}

    static List<Map<String, Object>> of(Map<Outcome, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> json(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(Object::toString)) // the map of outcomes has no order of its own
                .toList();
    }

    private static Map<String, Object> json(Outcome outcome, long count) {
        Map<String, Object> json = new LinkedHashMap<>();
        Failure.of(outcome).ifPresentOrElse(failure -> put(json, failure), () -> {
            json.put("outcome", "ok");
            json.put("code", outcome.code());
        });
        json.put("count", count);
        return json;
    }

    static void put(Map<String, Object> json, Failure failure) {
        json.put("class", failure.kind());
        json.put("sqlstate", failure.code().code());
        json.put("outcome", failure.outcome());
    }

    /** @throws IllegalArgumentException if it names a class or an outcome that this version does not know */
    static Map<Outcome, Long> counts(JsonNode outcomes, Messages messages) {
        Map<Outcome, Long> counts = new LinkedHashMap<>();
        for (JsonNode json : outcomes) {
            counts.merge(outcome(json, messages), json.path("count").asLong(), Long::sum);
        }
        return counts;
    }

    private static Outcome outcome(JsonNode json, Messages messages) {
        String outcome = json.path("outcome").asText();
        return outcome.equals("ok")
                ? new Outcome.Ok(json.path("code").asText())
                : messages.failure(
                        outcome,
                        json.path("class").asText(),
                        json.path("sqlstate").asText());
    }
}
