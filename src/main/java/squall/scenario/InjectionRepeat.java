package squall.scenario;

import java.time.Duration;
import java.util.random.RandomGenerator;

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
                return new Uniform(Injection.HoldTime.scaled(least, factor), Injection.HoldTime.scaled(most, factor));
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
