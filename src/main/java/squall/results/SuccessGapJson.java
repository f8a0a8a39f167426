package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import squall.measure.SuccessGap;
import squall.run.RunResult;

/** {@code longest_without_success} of {@code summary.json}; absent where no gap is worth telling. */
public final class SuccessGapJson {
    private static final String NAME = "longest_without_success";

    private SuccessGapJson() {}

    static Map<String, Object> of(RunResult result) {
        return result.longestGap()
                .map(gap -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("from_s", gap.fromNs() / 1e9);
                    json.put("length_s", gap.lengthNs() / 1e9);
                    return Map.<String, Object>of(NAME, json);
                })
                .orElse(Map.of());
    }

    /** What a summary says of it. */
    public static Optional<SuccessGap> read(JsonNode summary) {
        JsonNode json = summary.path(NAME);
        return json.isObject()
                ? Optional.of(new SuccessGap(
                        Math.round(json.path("from_s").asDouble() * 1e9),
                        Math.round(json.path("length_s").asDouble() * 1e9)))
                : Optional.empty();
    }
}
