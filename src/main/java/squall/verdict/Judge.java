package squall.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.measure.recovery.Series;
import squall.measure.recovery.Span;
import squall.measure.recovery.Toll;
import squall.run.conduct.Conducted;
import squall.run.conduct.Strike;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectations;
import squall.scenario.expect.Judgement;
import squall.scenario.expect.Measure;

/** Judges one run. */
final class Judge {
    private final Scenario scenario;
    private final Conducted conducted;
    private final Evidence evidence;
    private final List<StrikeOutcome> all;

    Judge(Scenario scenario, Conducted conducted, Evidence evidence) {
        this.scenario = scenario;
        this.conducted = conducted;
        this.evidence = evidence;
        this.all = conducted.strikes().stream()
                .map(strike -> StrikeOutcome.of(strike, conducted, evidence))
                .toList();
    }

    Adversity adversity() {
        List<PhaseOutcome> phases = new ArrayList<>();
        for (int i = 0; i < scenario.phases().size(); i++) {
            switch (scenario.phases().get(i)) {
                case Phase.Control control -> phases.add(outcome(i, control));
                case Phase.Disturbed disturbed -> phases.add(outcome(i, disturbed));
                case Phase.Fill fill -> {}
                case Phase.Baseline baseline -> {}
                case Phase.Cooldown cooldown -> {}
            }
        }
        return new Adversity(scenario.name(), conducted.yardstick(), phases, judged(), conducted.troubles());
    }

    private PhaseOutcome outcome(int index, Phase phase) {
        List<StrikeOutcome> strikes = all.stream()
                .filter(outcome -> outcome.strike().phase() == index)
                .toList();
        boolean control = phase instanceof Phase.Control;
        return new PhaseOutcome(
                phase.name(),
                control,
                strikes,
                judged(strikes, phase.expect()),
                lostWrites(index),
                control ? List.of() : Noise.of(tolls(controls()), tolls(strikes.stream())));
    }

    /** A lost write belongs to the phase in which it was acknowledged; before the first and between two to the next, at the end to the last. */
    private OptionalLong lostWrites(int phase) {
        boolean injected = all.stream()
                .anyMatch(outcome -> outcome.strike().phase() == phase
                        && outcome.strike().span().isPresent());
        if (!injected || !evidence.counts().containsKey(Measure.LOST_ACKS)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(evidence.lostBySecond().entrySet().stream()
                .filter(lost -> phaseAt(lost.getKey()) == phase)
                .mapToLong(Map.Entry::getValue)
                .sum());
    }

    private int phaseAt(long second) {
        List<Strike> injected = all.stream()
                .map(StrikeOutcome::strike)
                .filter(strike -> strike.span().isPresent())
                .toList();
        return injected.stream()
                .filter(strike -> second < strike.span().orElseThrow().end())
                .findFirst()
                .orElseGet(injected::getLast)
                .phase();
    }

    /** Of a phase: only if it was carried out as it should have been. */
    private List<Judgement> judged(List<StrikeOutcome> strikes, Expectations expected) {
        if (PhaseOutcome.carriedOut(strikes) != PhaseOutcome.State.PASSED) {
            return List.of();
        }
        List<Span> spans = strikes.stream()
                .flatMap(outcome -> outcome.strike().span().stream())
                .toList();
        Series seconds = conducted
                .series()
                .between(spans.getFirst().injected(), spans.getLast().end());
        return judged(seconds, strikes, expected);
    }

    /** Of the run: from the beginning of the baseline. */
    private List<Judgement> judged() {
        return conducted
                .yardstick()
                .map(yardstick -> conducted
                        .series()
                        .between(
                                yardstick.baseline().seconds().from(),
                                conducted.series().to()))
                .map(seconds -> judged(seconds, all, scenario.expect()))
                .orElse(List.of());
    }

    private List<Judgement> judged(Series seconds, List<StrikeOutcome> strikes, Expectations expected) {
        return conducted
                .yardstick()
                .map(yardstick -> expected.judge(new Stretch(seconds, strikes, evidence, yardstick.baseline())))
                .orElse(List.of());
    }

    private Stream<StrikeOutcome> controls() {
        return all.stream()
                .filter(outcome -> scenario.phases().get(outcome.strike().phase()) instanceof Phase.Control);
    }

    private static List<Toll> tolls(Stream<StrikeOutcome> strikes) {
        return strikes.flatMap(outcome -> outcome.toll().stream()).toList();
    }
}
