package squall.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.experiment.SelectedExperiment.PlannedStep.Needs;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/** Plan of an experiment, as text and as JSON: every step with what it needs, and what the whole needs. Touches nothing. */
public record PlanText(SelectedExperiment selected) {
    /** Version of the JSON of {@code bin/experiment}. */
    public static final int SCHEMA_VERSION = 1;

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
        Map<String, PlannedStep> steps = steps();
        lines.add("");
        steps.values().forEach(step -> lines.addAll(lines(step)));
        lines.add("");
        lines.addAll(totals(steps));
        return lines;
    }

    /** Returns each step once, in the order in which they run. Of a search: its first value and its last. */
    private Map<String, PlannedStep> steps() {
        Map<String, PlannedStep> steps = new LinkedHashMap<>();
        List<Map<String, String>> cells = selected.scale()
                .search()
                .map(search -> List.of(
                        Map.of(search.value(), Long.toString(search.range().from())),
                        Map.of(search.value(), Long.toString(search.range().to()))))
                .orElseGet(selected::cells);
        cells.forEach(cell -> selected.steps(cell).forEach(step -> steps.putIfAbsent(step.key(), step)));
        return steps;
    }

    private static String searched(ValueSearch search) {
        return "search: the largest " + search.value() + " from "
                + HumanNumbers.count(search.range().from()) + " to "
                + HumanNumbers.count(search.range().to()) + ", within "
                + HumanNumbers.percent(search.range().resolution())
                + ", at which "
                + search.accept().stream()
                        .map(ExperimentSpec.AcceptanceRule::text)
                        .collect(Collectors.joining(", "))
                + "; its first and its last step are:";
    }

    private static List<String> lines(PlannedStep step) {
        List<String> lines = new ArrayList<>(List.of(step.key() + needs(step.needs())));
        lines.add("  " + SecretMasking.mask(step.words().line()));
        step.obstacle().ifPresent(why -> lines.add("  N/A: " + why));
        return lines;
    }

    private static String needs(Needs needs) {
        List<String> parts = new ArrayList<>();
        if (needs.rows() > 0) {
            parts.add(HumanNumbers.counted(needs.rows(), "row"));
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

    private List<String> totals(Map<String, PlannedStep> steps) {
        PlanTotals totals = PlanTotals.of(selected, steps.values());
        return List.of(
                "steps: " + totals.steps()
                        + (totals.notApplicable() > 0 ? ", of which " + totals.notApplicable() + " N/A" : ""),
                "largest step" + needs(totals.largestStep()),
                "time: about " + HumanNumbers.length(Duration.ofSeconds(totals.seconds()))
                        + (selected.scale().search().isPresent()
                                ? " for these two steps; a search takes some more"
                                : ""),
                "nodes: " + totals.nodes());
    }

    /** Returns the plan for programs. */
    public PlanJson json() {
        Map<String, PlannedStep> steps = steps();
        return new PlanJson(
                SCHEMA_VERSION,
                selected.spec().name(),
                selected.spec().title(),
                selected.scaleName(),
                selected.scale().about(),
                selected.database(),
                selected.url().map(SecretMasking::mask),
                selected.scale().search().map(PlanText::searched),
                steps.values().stream().map(PlanJson.StepJson::of).toList(),
                PlanTotals.of(selected, steps.values()));
    }

    /**
     * Plan as JSON.
     *
     * @param search the rule by which the value of a search is found; then the steps are its first and its last
     */
    public record PlanJson(
            int schemaVersion,
            String experiment,
            String title,
            String scale,
            String about,
            String database,
            Optional<String> url,
            Optional<String> search,
            List<StepJson> steps,
            PlanTotals totals) {
        /**
         * @param command as it is typed
         * @param notApplicable why this database does not support the step
         */
        record StepJson(String step, String command, Needs needs, Optional<String> notApplicable) {
            static StepJson of(PlannedStep step) {
                return new StepJson(step.key(), SecretMasking.mask(step.words().line()), step.needs(), step.obstacle());
            }
        }
    }

    /**
     * Totals of what the steps of a plan need.
     *
     * @param largestStep the most that any step needs of each
     * @param seconds of all steps
     */
    record PlanTotals(int steps, int notApplicable, Needs largestStep, long seconds, long nodes) {
        static PlanTotals of(SelectedExperiment selected, Collection<PlannedStep> steps) {
            List<Needs> all = steps.stream()
                    .filter(step -> step.obstacle().isEmpty())
                    .map(PlannedStep::needs)
                    .toList();
            return new PlanTotals(
                    steps.size(),
                    steps.size() - all.size(),
                    new Needs(most(all, Needs::rows), most(all, Needs::bytes), most(all, Needs::clients), 0),
                    all.stream().mapToLong(Needs::seconds).sum(),
                    selected.placeholders(Map.of())
                            .computed(selected.scale().nodes())
                            .longValue());
        }

        private static long most(List<Needs> all, ToLongFunction<Needs> need) {
            return all.stream().mapToLong(need).max().orElse(0);
        }
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
