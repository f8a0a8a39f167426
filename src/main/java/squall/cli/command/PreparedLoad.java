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
 * A load that is set up and ready to run, and its facts for the manifest.
 *
 * @param phase what is done with the load, in the words of the command line: {@code load}, {@code run}, {@code execute}
 * @param info what the front end knows of the run; the facts of the plan are added to it
 * @param clients which client of the run this is; the plan is of the same part
 */
public record PreparedLoad(String phase, Load load, LoadPlan plan, RunInfo info, ClientSettings clients) {
    /** Of a run that is not shared. */
    public PreparedLoad(String phase, Load load, LoadPlan plan, RunInfo info) {
        this(phase, load, plan, info, ClientSettings.SINGLE);
    }

    /** The same as one of several clients. */
    public PreparedLoad sharedBy(ClientSettings others) {
        return new PreparedLoad(phase, load, plan, info, others);
    }

    /** What the user reads before the first figure. */
    String heading() {
        return "squall " + phase + " " + info.workload() + " on " + info.database() + ", "
                + HumanNumbers.counted(plan.sessions(), "session") + " on " + threads() + " threads, seed "
                + plan.seed()
                + (clients.split().shared() ? ", " + clients.split() : "");
    }

    /** For the run directory. */
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
