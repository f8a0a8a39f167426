package squall.scenario;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import squall.scenario.target.Selector;

/**
 * Injection of one fault at one target for a while, once or repeatedly.
 *
 * @param fallback the fault to use if the cluster does not support the first one, reported by its own name; empty: the phase is skipped
 * @param target {@link Selector.NoNodes} for a fault of the cluster as a whole; chosen again at each repetition
 */
public record Injection(
        ProviderSpec fault, Optional<ProviderSpec> fallback, Selector target, HoldTime hold, InjectionRepeat repeat) {
    public Injection {
        if (repeat.times() > 1 && !(hold instanceof HoldTime.For)) {
            throw new IllegalArgumentException("repeat: only a fault that is held for a duration can be repeated");
        }
    }

    Injection scaled(double factor) {
        return new Injection(fault, fallback, target, hold.scaled(factor), repeat.scaled(factor));
    }

    Injection with(HoldTime other) {
        return new Injection(fault, fallback, target, other, repeat);
    }

    /** Returns this injection with the fault held for this time, if it has a fixed hold. */
    Injection held(Duration length) {
        return hold instanceof HoldTime.For fixed ? with(new HoldTime.For(length, fixed.least())) : this;
    }

    Optional<Duration> fixedHold() {
        return hold instanceof HoldTime.For fixed ? Optional.of(fixed.length()) : Optional.empty();
    }

    /** Time for which a fault is held. */
    public sealed interface HoldTime {
        /** @throws IllegalArgumentException if the time would become too short for the experiment */
        HoldTime scaled(double factor);

        /** Fixed time. @param least minimum below which the experiment would be another one: a lease time, for example */
        record For(Duration length, Duration least) implements HoldTime {
            public For {
                ValueChecks.positive("hold", length);
                ValueChecks.notNegative("minHold", least);
                if (length.compareTo(least) < 0) {
                    throw new IllegalArgumentException(
                            "hold of " + ValueChecks.text(length) + " is shorter than minHold "
                                    + ValueChecks.text(least) + "; a shorter hold changes the experiment");
                }
            }

            @Override
            public HoldTime scaled(double factor) {
                return new For(HoldTime.scaled(length, factor), least);
            }
        }

        /** Time until work has ended by itself; aborted as failed after {@code max}. */
        record UntilDone(Duration max) implements HoldTime {
            public UntilDone {
                ValueChecks.positive("max", max);
            }

            @Override
            public HoldTime scaled(double factor) {
                return this; // a limit: the duration of work does not scale
            }
        }

        /** Time until the run ends: the fault is in effect in all phases that follow. */
        record UntilRunEnd() implements HoldTime {
            @Override
            public HoldTime scaled(double factor) {
                return this;
            }
        }

        /** Multiplies a duration, in whole milliseconds. */
        static Duration scaled(Duration length, double factor) {
            return Duration.ofMillis(Math.round(length.toMillis() * factor));
        }
    }

    /** Repetition of a fault, with gaps without it. @param after begin of the gap */
    public record InjectionRepeat(int times, Gap gap, GapStart after) {
        public static final InjectionRepeat ONCE =
                new InjectionRepeat(1, new Gap.Fixed(Duration.ZERO), GapStart.HEALING);

        /** Begin of a gap. */
        public enum GapStart {
            /** The fault is healed: the next injection may come before the system has recovered. */
            HEALING,
            /** The system has recovered, or was observed for as long as the scenario allows. */
            RECOVERY;

            /** Returns the word used in YAML. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public InjectionRepeat {
            ValueChecks.atLeast("repeat.times", 1, times);
        }

        InjectionRepeat scaled(double factor) {
            return new InjectionRepeat(times, gap.scaled(factor), after);
        }

        /** Gap until the next injection. */
        public sealed interface Gap {
            /** Draws the length of the next gap, in whole milliseconds. */
            Duration draw(RandomGenerator random);

            Gap scaled(double factor);

            record Fixed(Duration length) implements Gap {
                public Fixed {
                    ValueChecks.notNegative("repeat.gap", length);
                }

                @Override
                public Duration draw(RandomGenerator random) {
                    return length;
                }

                @Override
                public Gap scaled(double factor) {
                    return new Fixed(Injection.HoldTime.scaled(length, factor));
                }
            }

            /** Gap of uniformly distributed length. */
            record Uniform(Duration least, Duration most) implements Gap {
                public Uniform {
                    ValueChecks.notNegative("repeat.gap.random", least);
                    ValueChecks.notNegative("repeat.gap.random", most);
                    ValueChecks.require(
                            least.compareTo(most) <= 0,
                            "repeat.gap.random",
                            "[least, most]",
                            "[" + ValueChecks.text(least) + ", " + ValueChecks.text(most) + "]");
                }

                @Override
                public Duration draw(RandomGenerator random) {
                    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
                }

                @Override
                public Gap scaled(double factor) {
                    return new Uniform(
                            Injection.HoldTime.scaled(least, factor), Injection.HoldTime.scaled(most, factor));
                }
            }

            /** Gap of exponentially distributed length, as between independent events. */
            record Poisson(Duration mean) implements Gap {
                public Poisson {
                    ValueChecks.positive("repeat.gap.poisson", mean);
                }

                @Override
                public Duration draw(RandomGenerator random) {
                    // Strict, so that a seed gives the same gaps on every machine.
                    return Duration.ofMillis(Math.round(-StrictMath.log1p(-random.nextDouble()) * mean.toMillis()));
                }

                @Override
                public Gap scaled(double factor) {
                    return new Poisson(Injection.HoldTime.scaled(mean, factor));
                }
            }
        }
    }
}
