package squall.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import squall.scenario.expect.Expectations;

/** A named stretch of a scenario. */
public sealed interface Phase {
    String name();

    /** What is expected of this phase, defaults included. */
    default Expectations expect() {
        return Expectations.NONE;
    }

    /** The same with holds and gaps multiplied; other durations are unchanged. */
    default Phase scaled(double factor) {
        return this;
    }

    /** The load as fast as it can, before all else: what it reaches in the last quarter is its maximum. */
    record Fill(String name, Duration length) implements Phase {
        public Fill {
            ValueChecks.name("fill.name", name);
            ValueChecks.wholeSeconds("fill.duration", length);
        }
    }

    /** The load undisturbed; its end is what all that follows is compared with. */
    record Baseline(String name, Duration length) implements Phase {
        public Baseline {
            ValueChecks.name("baseline.name", name);
            ValueChecks.wholeSeconds("baseline.duration", length);
        }
    }

    /** A disturbance that is none, measured as if it were: what noise alone scores. */
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
     * Disturbances.
     *
     * @param order how the injections follow each other
     * @param consents to what is refused otherwise
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

        Disturbed with(List<Injection> others) {
            return new Disturbed(name, order, others, consents, expect);
        }
    }

    /** The load undisturbed once more, at the end. */
    record Cooldown(String name, Duration length) implements Phase {
        public Cooldown {
            ValueChecks.name("cooldown.name", name);
            ValueChecks.wholeSeconds("cooldown.duration", length);
        }
    }

    /** How the injections of a phase follow each other. */
    enum Order {
        /** Each with its own settling, hold and recovery. */
        SERIAL,
        /** All at once, healed together. */
        PARALLEL,
        /** Each while the recovery from the one before is still open. */
        CASCADE
    }

    /** To what a phase consents that is refused otherwise. */
    enum Consent {
        /** Groups of replicas may be left without majority. */
        QUORUM_LOSS("allowQuorumLoss"),
        /** Acknowledged writes may be lost. */
        DATA_LOSS("allowDataLoss");

        private final String key;

        Consent(String key) {
            this.key = key;
        }

        /** As users write it. */
        public String key() {
            return key;
        }
    }
}
