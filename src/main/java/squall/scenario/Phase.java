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

    /** The same with holds and gaps multiplied; what is not held stays as long as it is. */
    default Phase scaled(double factor) {
        return this;
    }

    /** The load as fast as it can, before all else: what it reaches in the last quarter is its maximum. */
    record Fill(String name, Duration length) implements Phase {
        public Fill {
            Checks.name("fill.name", name);
            Checks.wholeSeconds("fill.duration", length);
        }
    }

    /** The load undisturbed; its end is what all that follows is compared with. */
    record Baseline(String name, Duration length) implements Phase {
        public Baseline {
            Checks.name("baseline.name", name);
            Checks.wholeSeconds("baseline.duration", length);
        }
    }

    /** A disturbance that is none, measured as if it were: what noise alone scores. */
    record Control(String name, Duration hold, Expectations expect) implements Phase {
        public Control {
            Checks.name("control.name", name);
            Checks.positive("control.hold", hold);
        }

        @Override
        public Phase scaled(double factor) {
            return new Control(name, Hold.scaled(hold, factor), expect);
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
            Checks.name("name", name);
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
            Checks.name("cooldown.name", name);
            Checks.wholeSeconds("cooldown.duration", length);
        }
    }

    /** How the injections of a phase follow each other. */
    enum Order {
        /** Each with a settling, a hold and a recovery of its own. */
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
