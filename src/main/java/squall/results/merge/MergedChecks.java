package squall.results.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/** The checks of all clients' data: of each check the worst verdict, with what its clients said. */
final class MergedChecks {
    private MergedChecks() {}

    /** What one client found. */
    private record Found(String client, CheckResult check) {}

    static List<CheckResult> of(List<MergePart> parts) {
        Map<String, List<Found>> byName = new LinkedHashMap<>();
        for (MergePart part : parts) {
            for (CheckResult check : part.summary().checks()) {
                byName.computeIfAbsent(check.name(), name -> new ArrayList<>()).add(new Found(part.id(), check));
            }
        }
        return byName.entrySet().stream()
                .map(entry -> worst(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** A client that had nothing to check takes nothing from what the others found. */
    private static CheckResult worst(String name, List<Found> all) {
        List<Found> looked =
                all.stream().filter(each -> !each.check().nothing()).toList();
        List<Found> found = looked.isEmpty() ? all : looked;
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
}
