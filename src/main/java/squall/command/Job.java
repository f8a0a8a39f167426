package squall.command;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import squall.results.RunInfo;
import squall.run.Plan;
import squall.run.StopRule;
import squall.spi.Load;

/**
 * A load that is set up and ready to run, and what is to be told of it.
 *
 * @param phase what is done with the load, in the words of the command line: {@code load}, {@code run}, {@code execute}
 * @param info what the front end knows of the run; the facts of the plan are added to it
 */
public record Job(String phase, Load load, Plan plan, RunInfo info) {
    /** What the user reads before the first figure. */
    String heading() {
        return "squall " + phase + " " + info.workload() + " on " + info.database() + ", " + plan.sessions()
                + " sessions on " + threads() + " threads, seed " + plan.seed();
    }

    /** For the run directory. */
    RunInfo wholeInfo() {
        Map<String, Object> facts = new LinkedHashMap<>(info.facts());
        facts.put("threads", plan.sessions());
        facts.put("threads_kind", threads());
        facts.put("pace", plan.pace().toString());
        facts.put(
                "stop_rules", plan.stopRules().stream().map(StopRule::toString).collect(Collectors.joining(",")));
        plan.lateAfter().ifPresent(late -> facts.put("late_after_ms", late.toMillis()));
        return info.withFacts(facts);
    }

    private String threads() {
        return plan.threads().name().toLowerCase(Locale.ROOT);
    }
}
