package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import squall.scenario.target.Selector;

/**
 * One fault at one target for a while, once or again and again.
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

    /** How long a fault stays. */
    public sealed interface HoldTime {
        /** @throws IllegalArgumentException if it would be another experiment */
        HoldTime scaled(double factor);

        /** Healed after this time. @param least shorter than which it would be another experiment: below a lease time, for example */
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

        /** Work that ends by itself; aborted as failed after {@code max}. */
        record UntilDone(Duration max) implements HoldTime {
            public UntilDone {
                ValueChecks.positive("max", max);
            }

            @Override
            public HoldTime scaled(double factor) {
                return this; // a limit: work takes what it takes
            }
        }

        /** Background to all phases that follow; healed when they are over. */
        record UntilRunEnd() implements HoldTime {
            @Override
            public HoldTime scaled(double factor) {
                return this;
            }
        }

        /** In whole milliseconds. */
        static Duration scaled(Duration length, double factor) {
            return Duration.ofMillis(Math.round(length.toMillis() * factor));
        }
    }

    /** How often a fault is injected, and how long the cluster is left alone between. */
    public record InjectionRepeat(int times, Gap gap) {
        public static final InjectionRepeat ONCE = new InjectionRepeat(1, new Gap.Fixed(Duration.ZERO));

        public InjectionRepeat {
            ValueChecks.atLeast("repeat.times", 1, times);
        }

        InjectionRepeat scaled(double factor) {
            return new InjectionRepeat(times, gap.scaled(factor));
        }

        /** From one healing to the next injection. */
        public sealed interface Gap {
            /** The next one, in whole milliseconds. */
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

            /** Evenly spread. */
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

            /** As between events that know nothing of each other. */
            record Poisson(Duration mean) implements Gap {
                public Poisson {
                    ValueChecks.positive("repeat.gap.poisson", mean);
                }

                @Override
                public Duration draw(RandomGenerator random) {
                    // Strict, so that a seed means the same gaps everywhere.
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
