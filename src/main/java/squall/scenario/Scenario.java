package squall.scenario;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;

/**
 * Phases in order, under one load that never stops, and what they are judged by.
 *
 * <p>Holds and gaps are as they will be: a size or a time scale was applied when the scenario was read.
 *
 * @param name as it is called and looked for
 * @param description for lists, one line; may be empty
 * @param setting what runs from the first phase to the last
 * @param rules how it is measured
 * @param expect of the whole run; what is expected of a phase stands there
 * @param phases in order
 */
public record Scenario(
        String name, String description, Setting setting, Rules rules, Expectations expect, List<Phase> phases) {
    public Scenario {
        Checks.name("name", name);
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("phases must hold at least one phase");
        }
        requireDifferentNames(phases);
        requireOrder(phases);
        requireMaximum(setting.load().rate(), phases);
        requireSeen(rules);
        requireProbes("", setting.probes(), expect);
        for (int i = 0; i < phases.size(); i++) {
            requireProbes("phases[" + i + "].", setting.probes(), phases.get(i).expect());
        }
    }

    /** The same with holds and gaps multiplied by {@code factor}. @throws IllegalArgumentException if a hold is then another experiment */
    public Scenario scaled(double factor) {
        return with(phases.stream().map(phase -> phase.scaled(factor)).toList());
    }

    /** The same faults in another order, each held half to one and a half times as long: as the seed has it. */
    public Scenario drawn() {
        return with(new Drawing(new SplittableRandom(rules.seed())).of(phases));
    }

    /** The same with another course. */
    public Scenario with(List<Phase> others) {
        return new Scenario(name, description, setting, rules, expect, others);
    }

    /** The same in another setting. */
    public Scenario with(Setting other) {
        return new Scenario(name, description, other, rules, expect, phases);
    }

    /** The same measured by other rules. */
    public Scenario with(Rules other) {
        return new Scenario(name, description, setting, other, expect, phases);
    }

    /**
     * Where targets and gaps of one injection are drawn from: the seed alone decides, and other injections don't matter.
     *
     * @param phase index in {@link #phases}
     * @param injection index in the phase
     * @param round which time it is, over repeats and repetitions, from 0
     */
    public RandomGenerator chance(int phase, int injection, int round) {
        long state = rules.seed();
        for (int part : new int[] {phase, injection, round}) {
            state = new SplittableRandom(state + part).nextLong();
        }
        return new SplittableRandom(state);
    }

    private static void requireDifferentNames(List<Phase> phases) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < phases.size(); i++) {
            String name = phases.get(i).name();
            if (!seen.add(name)) {
                throw new IllegalArgumentException(
                        "phases[" + i + "]: there is a phase '" + name + "' already; give each a name of its own");
            }
        }
    }

    // A disturbance is compared with the baseline, so the baseline comes first; a cluster is filled before all.
    private static void requireOrder(List<Phase> phases) {
        int baseline = first(phases, Phase.Baseline.class);
        int fault = Math.min(first(phases, Phase.Control.class), first(phases, Phase.Disturbed.class));
        if (fault < phases.size() && baseline > fault) {
            throw new IllegalArgumentException(
                    "phases[" + fault + "] '" + phases.get(fault).name()
                            + "': a baseline phase must come before it, it is measured against that");
        }
        for (int i = 1; i < phases.size(); i++) {
            if (phases.get(i) instanceof Phase.Fill) {
                throw new IllegalArgumentException("phases[" + i + "]: fill must be the first phase");
            }
        }
    }

    // A system that comes back at the very end of its time must hold as long as the rule says.
    private static void requireSeen(Rules rules) {
        Checks.require(
                rules.recovery().held().compareTo(rules.windows().recoveryMax()) <= 0,
                "recovery.held",
                "at most windows.recoveryMax, " + Checks.text(rules.windows().recoveryMax()),
                Checks.text(rules.recovery().held()) + ": recovery could never be seen");
    }

    private static void requireMaximum(Rate rate, List<Phase> phases) {
        boolean fills = phases.getFirst() instanceof Phase.Fill;
        if (fills != rate instanceof Rate.RatioOfMax) {
            throw new IllegalArgumentException(
                    fills
                            ? "phases[0]: fill measures the maximum, which only load.rate.ratioOfMax asks for"
                            : "load.rate.ratioOfMax: the first phase must be fill, which measures the maximum");
        }
    }

    /** The length of the list if there is none. */
    private static int first(List<Phase> phases, Class<? extends Phase> kind) {
        return IntStream.range(0, phases.size())
                .filter(i -> kind.isInstance(phases.get(i)))
                .findFirst()
                .orElse(phases.size());
    }

    private static void requireProbes(String where, Probes probes, Expectations expect) {
        for (Expectation expectation : expect.each()) {
            probes.missingFor(expectation.measure()).ifPresent(probe -> {
                throw new IllegalArgumentException(where + "expect."
                        + expectation.measure().key() + ": nothing measures it, probes." + probe + " must be there");
            });
        }
    }
}
