package squall.scenario;

import java.time.Duration;

/** How long a fault stays. */
public sealed interface Hold {
    /** @throws IllegalArgumentException if it would be another experiment */
    Hold scaled(double factor);

    /** Healed after this time. @param least shorter than which it would be another experiment: below a lease time, for example */
    record For(Duration length, Duration least) implements Hold {
        public For {
            Checks.positive("hold", length);
            Checks.notNegative("minHold", least);
            if (length.compareTo(least) < 0) {
                throw new IllegalArgumentException("hold of " + Checks.text(length) + " is shorter than minHold "
                        + Checks.text(least) + ": that would be another experiment");
            }
        }

        @Override
        public Hold scaled(double factor) {
            return new For(Hold.scaled(length, factor), least);
        }
    }

    /** Work that has an end of its own; given up as failed after {@code max}. */
    record UntilDone(Duration max) implements Hold {
        public UntilDone {
            Checks.positive("max", max);
        }

        @Override
        public Hold scaled(double factor) {
            return this; // a limit: work takes what it takes
        }
    }

    /** Background to all phases that follow; healed when they are over. */
    record UntilRunEnd() implements Hold {
        @Override
        public Hold scaled(double factor) {
            return this;
        }
    }

    /** In whole milliseconds. */
    static Duration scaled(Duration length, double factor) {
        return Duration.ofMillis(Math.round(length.toMillis() * factor));
    }
}
