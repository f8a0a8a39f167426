package squall.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/** What {@code bin/experiment plan} prints: every step with what it needs, and what the whole needs. Touches nothing. */
public record PlanText(SelectedExperiment selected) {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(
                selected.spec().name() + ": " + selected.spec().title(),
                "scale " + selected.scaleName() + ": " + selected.scale().about(),
                "database " + selected.database()
                        + selected.url()
                                .map(url -> " at " + SecretMasking.mask(url))
                                .orElse("")));
        selected.scale().search().ifPresent(search -> lines.add(searched(search)));
        Map<String, SelectedExperiment.PlannedStep> steps = steps();
        lines.add("");
        steps.values().forEach(step -> lines.addAll(lines(step)));
        lines.add("");
        lines.addAll(totals(steps));
        return lines;
    }

    /** Each once, in the order in which they run. Of a search: its first value and its last. */
    private Map<String, SelectedExperiment.PlannedStep> steps() {
        Map<String, SelectedExperiment.PlannedStep> steps = new LinkedHashMap<>();
        List<Map<String, String>> cells = selected.scale()
                .search()
                .map(search -> List.of(
                        Map.of(search.value(), Long.toString(search.from())),
                        Map.of(search.value(), Long.toString(search.to()))))
                .orElseGet(selected::cells);
        cells.forEach(cell -> selected.steps(cell).forEach(step -> steps.putIfAbsent(step.key(), step)));
        return steps;
    }

    private static String searched(ValueSearch search) {
        return "search: the largest " + search.value() + " from " + HumanNumbers.count(search.from()) + " to "
                + HumanNumbers.count(search.to()) + ", within " + HumanNumbers.percent(search.resolution())
                + ", at which "
                + search.accept().stream()
                        .map(ExperimentSpec.AcceptanceRule::text)
                        .collect(Collectors.joining(", "))
                + "; its first and its last step are:";
    }

    private static List<String> lines(SelectedExperiment.PlannedStep step) {
        List<String> lines = new ArrayList<>(List.of(step.key() + needs(step.needs())));
        lines.add("  " + SecretMasking.mask(step.words().line()));
        step.obstacle().ifPresent(why -> lines.add("  N/A: " + why));
        return lines;
    }

    private static String needs(SelectedExperiment.PlannedStep.Needs needs) {
        List<String> parts = new ArrayList<>();
        if (needs.rows() > 0) {
            parts.add(HumanNumbers.count(needs.rows()) + " rows");
        }
        if (needs.bytes() > 0) {
            parts.add("about " + bytes(needs.bytes()));
        }
        if (needs.clients() > 0) {
            parts.add(HumanNumbers.counted(needs.clients(), "client"));
        }
        if (needs.seconds() > 0) {
            parts.add("about " + HumanNumbers.length(Duration.ofSeconds(needs.seconds())));
        }
        return parts.isEmpty() ? "" : ": " + String.join(", ", parts);
    }

    private List<String> totals(Map<String, SelectedExperiment.PlannedStep> steps) {
        List<SelectedExperiment.PlannedStep.Needs> all = steps.values().stream()
                .filter(step -> step.obstacle().isEmpty())
                .map(SelectedExperiment.PlannedStep::needs)
                .toList();
        long seconds = all.stream()
                .mapToLong(SelectedExperiment.PlannedStep.Needs::seconds)
                .sum();
        SelectedExperiment.PlannedStep.Needs largest = new SelectedExperiment.PlannedStep.Needs(
                all.stream()
                        .mapToLong(SelectedExperiment.PlannedStep.Needs::rows)
                        .max()
                        .orElse(0),
                all.stream()
                        .mapToLong(SelectedExperiment.PlannedStep.Needs::bytes)
                        .max()
                        .orElse(0),
                all.stream()
                        .mapToLong(SelectedExperiment.PlannedStep.Needs::clients)
                        .max()
                        .orElse(0),
                0);
        long nodes = selected.placeholders(Map.of())
                .computed(selected.scale().nodes())
                .longValue();
        return List.of(
                "steps: " + steps.size()
                        + (all.size() < steps.size() ? ", of which " + (steps.size() - all.size()) + " N/A" : ""),
                "largest step" + needs(largest),
                "time: about " + HumanNumbers.length(Duration.ofSeconds(seconds))
                        + (selected.scale().search().isPresent()
                                ? " for these two steps; a search takes some more"
                                : ""),
                "nodes: " + nodes);
    }

    private static String bytes(long bytes) {
        int unit = 0;
        double amount = bytes;
        while (amount >= 1000 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
    }
}
