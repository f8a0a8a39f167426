package squall.scenario;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import squall.scenario.Injection.HoldTime;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;

/**
 * Scenario: phases in order, under one continuous load, and the rules and expectations by which they are judged.
 *
 * <p>Holds and gaps are final: a size or a time scale was applied when the scenario was read.
 *
 * @param name by which it is found
 * @param description for lists, one line; may be empty
 * @param setting cluster, load and probes from the first phase to the last
 * @param rules of measurement
 * @param expect expectations of the whole run; those of a phase are in the phase
 * @param phases in order
 */
public record Scenario(
        String name,
        String description,
        ScenarioSetup setting,
        MeasurementRules rules,
        Expectations expect,
        List<Phase> phases) {
    public Scenario {
        ValueChecks.name("name", name);
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

    /**
     * Returns this scenario with holds and gaps multiplied by {@code factor}. @throws IllegalArgumentException if a hold becomes shorter
     * than its minimum
     */
    public Scenario scaled(double factor) {
        return with(phases.stream().map(phase -> phase.scaled(factor)).toList());
    }

    /**
     * Returns this scenario with each fault of a fixed hold held for this time.
     *
     * @throws IllegalArgumentException if no fault has one, or one must be held longer
     */
    public Scenario held(Duration hold) {
        if (holds().isEmpty()) {
            throw new IllegalArgumentException(
                    "scenario " + name + ": none of its faults is held for a fixed time, so no other can be chosen");
        }
        return with(phases.stream().map(phase -> phase.held(hold)).toList());
    }

    /** Returns the fixed times for which its faults are held, each once, in the order of the phases. */
    public List<Duration> holds() {
        return phases.stream()
                .flatMap(phase -> phase.holds().stream())
                .distinct()
                .toList();
    }

    /** Returns this scenario with its faults in a random order, each held half to one and a half times as long; determined by the seed. */
    public Scenario drawn() {
        return with(new ScenarioRandomizer(new SplittableRandom(rules.seed())).of(phases));
    }

    /** Returns this scenario with other phases. */
    public Scenario with(List<Phase> others) {
        return new Scenario(name, description, setting, rules, expect, others);
    }

    /** Returns this scenario with another setting. */
    public Scenario with(ScenarioSetup other) {
        return new Scenario(name, description, other, rules, expect, phases);
    }

    /** Returns this scenario with other rules of measurement. */
    public Scenario with(MeasurementRules other) {
        return new Scenario(name, description, setting, other, expect, phases);
    }

    /**
     * Creates the random generator for targets and gaps of one injection: it depends on the seed and the indexes alone, not on other
     * injections.
     *
     * @param phase index in {@link #phases}
     * @param injection index in the phase
     * @param round number of earlier times, over repeats and repetitions, from 0
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
                        "phases[" + i + "]: duplicate phase name '" + name + "'; give each phase a unique name");
            }
        }
    }

    // A disturbance is compared with the baseline, so the baseline comes first; a cluster is filled before all other
    // phases.
    private static void requireOrder(List<Phase> phases) {
        int baseline = first(phases, Phase.Baseline.class);
        int fault = Math.min(first(phases, Phase.Control.class), first(phases, Phase.Disturbed.class));
        if (fault < phases.size() && baseline > fault) {
            throw new IllegalArgumentException(
                    "phases[" + fault + "] '" + phases.get(fault).name()
                            + "': it is measured against a baseline, so a baseline phase must come before it");
        }
        for (int i = 1; i < phases.size(); i++) {
            if (phases.get(i) instanceof Phase.Fill) {
                throw new IllegalArgumentException("phases[" + i + "]: fill must be the first phase");
            }
        }
    }

    // A system that recovers at the very end must still hold for the duration of the rule.
    private static void requireSeen(MeasurementRules rules) {
        ValueChecks.require(
                rules.recovery().held().compareTo(rules.windows().recoveryMax()) <= 0,
                "recovery.held",
                "at most windows.recoveryMax, "
                        + ValueChecks.text(rules.windows().recoveryMax()),
                ValueChecks.text(rules.recovery().held()) + ": otherwise recovery could never be observed");
    }

    private static void requireMaximum(ScenarioSetup.LoadRate rate, List<Phase> phases) {
        boolean fills = phases.getFirst() instanceof Phase.Fill;
        if (fills != rate instanceof ScenarioSetup.LoadRate.RatioOfMax) {
            throw new IllegalArgumentException(
                    fills
                            ? "phases[0]: fill measures the maximum, which only load.rate.ratioOfMax needs"
                            : "load.rate.ratioOfMax: the first phase must be fill, which measures the maximum");
        }
    }

    /** Returns the index of the first phase of this kind; the length of the list if there is none. */
    private static int first(List<Phase> phases, Class<? extends Phase> kind) {
        return IntStream.range(0, phases.size())
                .filter(i -> kind.isInstance(phases.get(i)))
                .findFirst()
                .orElse(phases.size());
    }

    private static void requireProbes(String where, ProbeSettings probes, Expectations expect) {
        for (Expectation expectation : expect.each()) {
            probes.missingFor(expectation.measure()).ifPresent(probe -> {
                throw new IllegalArgumentException(
                        where + "expect." + expectation.measure().key() + ": it is not measured; add probes." + probe);
            });
        }
    }

    /** Randomizer of a scenario's faults. */
    private record ScenarioRandomizer(RandomGenerator random) {
        /** Shuffles the disturbed phases and changes their holds; all other phases stay. */
        List<Phase> of(List<Phase> phases) {
            List<Phase.Disturbed> shuffled = new ArrayList<>();
            for (Phase phase : phases) {
                if (phase instanceof Phase.Disturbed disturbed) {
                    shuffled.add(disturbed);
                }
            }
            Collections.shuffle(shuffled, Random.from(random));
            Deque<Phase.Disturbed> next = new ArrayDeque<>(shuffled);
            List<Phase> drawn = new ArrayList<>();
            for (Phase phase : phases) {
                drawn.add(phase instanceof Phase.Disturbed ? held(next.remove()) : phase);
            }
            return drawn;
        }

        private Phase held(Phase.Disturbed phase) {
            return phase.with(phase.injections().stream().map(this::held).toList());
        }

        private Injection held(Injection injection) {
            return switch (injection.hold()) {
                case HoldTime.For time -> injection.with(new HoldTime.For(length(time), time.least()));
                case HoldTime.UntilDone work -> injection;
                case HoldTime.UntilRunEnd background -> injection;
            };
        }

        /** Draws a hold from half to one and a half times its length, and not below its minimum. */
        private Duration length(HoldTime.For time) {
            long usual = time.length().toMillis();
            long least = Math.max(time.least().toMillis(), (usual + 1) / 2);
            return Duration.ofMillis(random.nextLong(least, usual + usual / 2 + 1));
        }
    }

    /**
     * Durations of the observation.
     *
     * @param settle undisturbed time before each injection
     * @param baseline the last part of the baseline phase, the reference for all others
     * @param recoveryMax time after healing until the system is reported as not recovered; the rule's {@code held} is added
     */
    public record WindowDurations(Duration settle, Duration baseline, Duration recoveryMax) {
        public static final WindowDurations DEFAULT =
                new WindowDurations(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60));

        public WindowDurations {
            ValueChecks.notNegative("windows.settle", settle);
            ValueChecks.wholeSeconds("windows.baseline", baseline);
            ValueChecks.wholeSeconds("windows.recoveryMax", recoveryMax);
        }
    }

    /**
     * Measurement rules of a scenario.
     *
     * @param seed of all random numbers: targets, gaps, the load
     * @param repetitions number of times that the disturbed phases are run, each time at another moment of the cluster's own periods
     * @param recovery rule by which a disturbed system counts as recovered
     */
    public record MeasurementRules(long seed, int repetitions, WindowDurations windows, RecoverySpec recovery) {
        public MeasurementRules {
            ValueChecks.atLeast("repetitions", 1, repetitions);
        }

        public MeasurementRules withSeed(long other) {
            return new MeasurementRules(other, repetitions, windows, recovery);
        }
    }
}
