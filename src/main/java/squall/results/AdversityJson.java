package squall.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import squall.cli.Secrets;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.Definitions;
import squall.measure.recovery.Yardstick;
import squall.run.conduct.Injected;
import squall.run.conduct.Trouble;
import squall.scenario.expect.Judgement;
import squall.verdict.Adversity;
import squall.verdict.PhaseOutcome;
import squall.verdict.StrikeOutcome;

/** What {@code summary.json} says of a run under a scenario: its member {@code adversity}. Pure. */
public final class AdversityJson {
    private static final int SCHEMA_VERSION = 1;

    private AdversityJson() {}

    public static Map<String, Object> of(Adversity adversity) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema_version", SCHEMA_VERSION);
        json.put("scenario", adversity.scenario());
        adversity.yardstick().ifPresent(yardstick -> json.put("rule", rule(yardstick)));
        adversity.yardstick().ifPresent(yardstick -> json.put("baseline", baseline(yardstick.baseline())));
        json.put("phases", adversity.phases().stream().map(AdversityJson::phase).toList());
        json.put(
                "expectations",
                adversity.judgements().stream().map(AdversityJson::judgement).toList());
        json.put(
                "troubles",
                adversity.troubles().stream().map(AdversityJson::trouble).toList());
        json.put("definitions", Definitions.texts());
        return json;
    }

    private static Map<String, Object> rule(Yardstick yardstick) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("text", yardstick.text());
        json.put("window_s", yardstick.rule().windowSeconds());
        json.put("held_s", yardstick.rule().heldSeconds());
        return json;
    }

    private static Map<String, Object> baseline(Baseline baseline) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from_s", baseline.seconds().from());
        json.put("to_s", baseline.seconds().to());
        json.put("goodput_per_s", baseline.goodputPerSecond());
        json.put("p95_ms", baseline.p95Micros() / 1e3);
        json.put("p99_ms", baseline.p99Micros() / 1e3);
        json.put("p999_ms", baseline.p999Micros() / 1e3);
        json.put("drift_share", baseline.driftShare());
        json.put("goodput_noise_share", baseline.goodputNoise());
        json.put("p99_noise_share", baseline.latencyNoise());
        return json;
    }

    private static Map<String, Object> phase(PhaseOutcome phase) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", phase.name());
        json.put("control", phase.control());
        json.put("state", label(phase.state()));
        json.put("reasons", masked(phase.reasons()));
        json.put("strikes", phase.strikes().stream().map(AdversityJson::strike).toList());
        phase.lostWrites().ifPresent(lost -> json.put("lost_writes", lost));
        json.put("within_noise", phase.withinNoise());
        phase.repeats().ifPresent(repeats -> json.put("repeats_from_healing", TollJson.repeats(repeats)));
        json.put(
                "expectations",
                phase.judgements().stream().map(AdversityJson::judgement).toList());
        return json;
    }

    private static Map<String, Object> strike(StrikeOutcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", outcome.strike().name());
        json.put("watched", label(outcome.strike().ending()));
        json.put("started_degraded", outcome.strike().startedDegraded());
        json.put(
                "injections",
                outcome.strike().injections().stream()
                        .map(AdversityJson::injected)
                        .toList());
        outcome.toll().ifPresent(toll -> json.putAll(TollJson.of(toll)));
        outcome.lanes().ifPresent(lanes -> json.put("lanes", TollJson.lanes(lanes)));
        return json;
    }

    private static Map<String, Object> injected(Injected injected) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", injected.name());
        json.put("fault", injected.fault());
        json.put("target", injected.target());
        json.put("fate", snake(injected.fate().getClass().getSimpleName()));
        json.put("how", Secrets.mask(injected.fate().how()));
        injected.atNs().forEach((step, ns) -> json.put(label(step) + "_ns", ns));
        injected.skew().ifPresent(apart -> json.put("skew_ms", apart.toMillis()));
        return json;
    }

    private static Map<String, Object> judgement(Judgement judgement) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("measure", judgement.expectation().measure().key());
        json.put("wanted", judgement.expectation().text());
        json.put("found", judgement.found());
        json.put("verdict", label(judgement.verdict()));
        return json;
    }

    private static Map<String, Object> trouble(Trouble trouble) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", snake(trouble.getClass().getSimpleName()));
        json.put("text", Secrets.mask(trouble.text()));
        return json;
    }

    private static List<String> masked(List<String> lines) {
        return lines.stream().map(line -> Secrets.mask(line)).toList();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** The name of a case as files write it: {@code WithoutEffect} is {@code without_effect}. */
    private static String snake(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
