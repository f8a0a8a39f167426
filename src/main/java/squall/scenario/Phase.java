package squall.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import squall.scenario.expect.Expectations;

/** Phase of a scenario, with a name. */
public sealed interface Phase {
    String name();

    /** Returns the expectations of this phase, including defaults. */
    default Expectations expect() {
        return Expectations.NONE;
    }

    /** Returns this phase with holds and gaps multiplied; other durations are unchanged. */
    default Phase scaled(double factor) {
        return this;
    }

    /** Returns this phase with each fault of a fixed hold held for this time. */
    default Phase held(Duration hold) {
        return this;
    }

    /** Returns the fixed times for which its faults are held. */
    default List<Duration> holds() {
        return List.of();
    }

    /** Fill phase: the load runs without a rate limit, before all other phases; its throughput in the last quarter is the maximum. */
    record Fill(String name, Duration length) implements Phase {
        public Fill {
            ValueChecks.name("fill.name", name);
            ValueChecks.wholeSeconds("fill.duration", length);
        }
    }

    /**
     * Baseline phase: the load undisturbed; its last part is the reference for all later phases.
     *
     * @param drift limit of the difference between the goodput of its halves, as a share of the whole's; from there on it is measured again
     */
    record Baseline(String name, Duration length, double drift) implements Phase {
        /** Drift that a scenario permits if it says nothing else. */
        public static final double USUAL_DRIFT = 0.05;

        public Baseline {
            ValueChecks.name("baseline.name", name);
            ValueChecks.wholeSeconds("baseline.duration", length);
            ValueChecks.require(
                    drift > 0 && drift <= 1, "baseline.drift", "above 0 and at most 1", Double.toString(drift));
        }

        public Baseline(String name, Duration length) {
            this(name, length, USUAL_DRIFT);
        }
    }

    /** Control phase: an injection without a fault, measured like the others, to show what noise alone scores. */
    record Control(String name, Duration hold, Expectations expect) implements Phase {
        public Control {
            ValueChecks.name("control.name", name);
            ValueChecks.positive("control.hold", hold);
        }

        @Override
        public Phase scaled(double factor) {
            return new Control(name, Injection.HoldTime.scaled(hold, factor), expect);
        }
    }

    /**
     * Phase with faults.
     *
     * @param order how the injections follow each other
     * @param consents what would be refused without this phase's consent
     */
    record Disturbed(String name, Order order, List<Injection> injections, Set<Consent> consents, Expectations expect)
            implements Phase {
        public Disturbed {
            ValueChecks.name("name", name);
            injections = List.copyOf(injections);
            consents = Set.copyOf(consents);
            if (injections.isEmpty()) {
                throw new IllegalArgumentException("phase '" + name + "' must have a fault");
            }
        }

        @Override
        public Phase scaled(double factor) {
            return with(injections.stream()
                    .map(injection -> injection.scaled(factor))
                    .toList());
        }

        @Override
        public Phase held(Duration hold) {
            return with(
                    injections.stream().map(injection -> injection.held(hold)).toList());
        }

        @Override
        public List<Duration> holds() {
            return injections.stream()
                    .flatMap(injection -> injection.fixedHold().stream())
                    .toList();
        }

        /** Returns the path of one of its injections in a scenario's file. @param phase its own index among the phases */
        public String path(int phase, int injection) {
            String own = "phases[" + phase + "]";
            return injections.size() == 1
                    ? own
                    : own + "." + order.name().toLowerCase(Locale.ROOT) + "[" + injection + "]";
        }

        /**
         * Returns the name of one of its injections: the kind of its fault, with a number if the phase has several of a kind, and that of
         * the repetition if it is repeated.
         *
         * @param time number of earlier repetitions
         */
        public String injectionName(int injection, int time) {
            String kind = injections.get(injection).fault().kind();
            String repetition = injections.get(injection).repeat().times() == 1 ? "" : "#" + (time + 1);
            long before = injections.subList(0, injection).stream()
                    .filter(other -> other.fault().kind().equals(kind))
                    .count();
            return (before == 0 ? kind : kind + "-" + (before + 1)) + repetition;
        }

        Disturbed with(List<Injection> others) {
            return new Disturbed(name, order, others, consents, expect);
        }
    }

    /** Cooldown phase: the load undisturbed once more, at the end. */
    record Cooldown(String name, Duration length) implements Phase {
        public Cooldown {
            ValueChecks.name("cooldown.name", name);
            ValueChecks.wholeSeconds("cooldown.duration", length);
        }
    }

    /** Order of a phase's injections. */
    enum Order {
        /** Serial: each with its own settle time, hold and recovery. */
        SERIAL,
        /** Parallel: all at once, each healed after its own hold, with one recovery, which counts from the last healing. */
        PARALLEL,
        /** Cascade: each before the system has recovered from the previous one. */
        CASCADE
    }

    /** Consent of a phase to what would be refused without it. */
    enum Consent {
        /** Consent that groups of replicas may lose their majority. */
        QUORUM_LOSS("allowQuorumLoss"),
        /** Consent that acknowledged writes may be lost. */
        DATA_LOSS("allowDataLoss");

        private final String key;

        Consent(String key) {
            this.key = key;
        }

        /** Returns the key used in YAML. */
        public String key() {
            return key;
        }
    }
}
