package squall.engine.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;
import squall.spi.ThinkTimeModel;
import squall.system.HumanNumbers;

/** Source of due times, the only difference between the ways to drive a load (DESIGN 3.6). Its text is recorded in the manifest. */
public sealed interface LoadPace {
    /** Closed loop: a session that becomes free is due at once. */
    record Closed() implements LoadPace {
        @Override
        public String toString() {
            return "closed loop";
        }
    }

    /** Open loop: one schedule for all sessions. */
    record Rate(double perSecond, Arrival arrival) implements LoadPace {
        public Rate {
            requirePositive(perSecond);
        }

        @Override
        public String toString() {
            return amount(perSecond) + "/s, " + arrival.label();
        }
    }

    /** Open loop with a rate that rises or falls linearly over {@code over} and then stays. */
    record Ramp(double fromPerSecond, double toPerSecond, Duration over, Arrival arrival) implements LoadPace {
        public Ramp {
            requirePositive(fromPerSecond);
            requirePositive(toPerSecond);
            if (over.isNegative()) {
                throw new IllegalArgumentException("over must not be negative: " + over);
            }
        }

        @Override
        public String toString() {
            return amount(fromPerSecond) + "/s to " + amount(toPerSecond) + "/s within " + amount(over.toMillis() / 1e3)
                    + " s, " + arrival.label();
        }
    }

    /**
     * Open loop at a share of the maximum, which a closed loop of {@code calibration} measures first, in its last quarter, in the same run.
     */
    record ShareOfMaximum(double share, Duration calibration, Arrival arrival) implements LoadPace {
        public ShareOfMaximum {
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException("share must be in (0, 1]: " + share);
            }
            if (calibration.toSeconds() < 1 || calibration.toNanosPart() != 0) {
                throw new IllegalArgumentException(
                        "calibration must be a whole number of seconds, at least 1, not " + calibration);
            }
        }

        @Override
        public String toString() {
            return amount(share * 100) + " % of the maximum of " + calibration.toSeconds() + " s, " + arrival.label();
        }
    }

    /**
     * Pace of terminals: simulated users, each with its own schedule. While the operation of a terminal is in flight, its next one waits,
     * and the waiting time counts.
     */
    record Terminals(int count, double perSecondEach, Arrival arrival) implements LoadPace {
        public Terminals {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1: " + count);
            }
            requirePositive(perSecondEach);
        }

        @Override
        public String toString() {
            return HumanNumbers.counted(count, "terminal") + ", " + amount(perSecondEach) + "/s each, "
                    + arrival.label();
        }
    }

    /**
     * Pace of users with think time: a user's next operation is due a pause after the answer to the previous one. The wait for a free
     * session counts, from when the operation was due.
     *
     * @param thinking the pauses; its text is recorded in the manifest
     * @param deferredSessions number of sessions, in addition to those of the plan, that perform what {@link squall.spi.Turn#defer} queues
     */
    record Users(int count, ThinkTimeModel thinking, int deferredSessions) implements LoadPace {
        public Users {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1: " + count);
            }
            if (deferredSessions < 0) {
                throw new IllegalArgumentException("deferredSessions must not be negative: " + deferredSessions);
            }
        }

        @Override
        public String toString() {
            return count + " users, " + thinking;
        }
    }

    /** Distribution of due times at a given rate. */
    enum Arrival {
        CONSTANT,
        POISSON;

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static String amount(double number) {
        return BigDecimal.valueOf(number)
                .round(MathContext.DECIMAL32)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static void requirePositive(double perSecond) {
        if (!(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY)) { // written so that NaN fails too
            throw new IllegalArgumentException("rate must be a number of operations per second above 0: " + perSecond);
        }
    }
}
