package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.results.Json;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** The checks of all clients' data: of each check the worst verdict, with what its clients said. */
final class Checks {
    private Checks() {}

    /** What one client found. */
    private record Found(String client, CheckResult check) {}

    static List<CheckResult> of(List<Part> parts) {
        Map<String, List<Found>> byName = new LinkedHashMap<>();
        for (Part part : parts) {
            for (JsonNode json : part.summary("checks")) {
                CheckResult check = check(json);
                byName.computeIfAbsent(check.name(), name -> new ArrayList<>()).add(new Found(part.id(), check));
            }
        }
        return byName.entrySet().stream()
                .map(entry -> worst(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static CheckResult worst(String name, List<Found> found) {
        Verdict worst = found.stream()
                .map(each -> each.check().verdict())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        List<Found> said =
                found.stream().filter(each -> each.check().verdict() == worst).toList();
        List<String> details =
                said.stream().map(each -> each.check().detail()).distinct().toList();
        String detail = details.size() == 1 && said.size() == found.size()
                ? details.getFirst()
                : String.join(
                        "; ",
                        said.stream()
                                .map(each -> each.client() + ": " + each.check().detail())
                                .toList());
        return new CheckResult(name, worst, detail);
    }

    private static CheckResult check(JsonNode json) {
        return new CheckResult(
                json.path("name").asText(),
                Json.word(Verdict.class, json, "verdict"),
                json.path("detail").asText());
    }
}
