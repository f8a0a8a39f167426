package squall.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;
import squall.results.RunInfo;
import squall.results.RunPart;
import squall.spi.Load;
import squall.system.HumanNumbers;

/**
 * Load that is set up and ready to run, with its facts for the manifest.
 *
 * @param phase name of the phase on the command line: {@code load}, {@code run}, {@code execute}
 * @param info facts that the front end knows about the run; those of the plan are added to them
 * @param clients this client's number; the plan is of the same part
 */
public record PreparedLoad(String phase, Load load, LoadPlan plan, RunInfo info, ClientSettings clients) {
    /** Creates a load for a run that is not shared. */
    public PreparedLoad(String phase, Load load, LoadPlan plan, RunInfo info) {
        this(phase, load, plan, info, ClientSettings.SINGLE);
    }

    /** Describes the load in one line, before the first figure. */
    String heading() {
        return "squall " + phase + " " + info.workload() + " on " + info.database() + ", "
                + HumanNumbers.counted(plan.sessions(), "session") + " on " + threads() + " threads, seed "
                + plan.seed()
                + (clients.split().shared() ? ", " + clients.split() : "");
    }

    /** Returns all facts for the run directory. */
    RunInfo wholeInfo(List<String> tags, Optional<RunPart> part) {
        Map<String, Object> facts = new LinkedHashMap<>(info.facts());
        if (!tags.isEmpty()) {
            facts.put("tags", tags);
        }
        part.ifPresent(own -> facts.put(RunPart.FACT, own));
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
