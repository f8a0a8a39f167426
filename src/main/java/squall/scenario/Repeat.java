package squall.scenario;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How often a fault is injected, and how long the cluster is left alone between. */
public record Repeat(int times, Gap gap) {
    public static final Repeat ONCE = new Repeat(1, new Gap.Fixed(Duration.ZERO));

    public Repeat {
        Checks.atLeast("repeat.times", 1, times);
    }

    Repeat scaled(double factor) {
        return new Repeat(times, gap.scaled(factor));
    }

    /** From one healing to the next injection. */
    public sealed interface Gap {
        /** The next one, in whole milliseconds. */
        Duration draw(RandomGenerator random);

        Gap scaled(double factor);

        record Fixed(Duration length) implements Gap {
            public Fixed {
                Checks.notNegative("repeat.gap", length);
            }

            @Override
            public Duration draw(RandomGenerator random) {
                return length;
            }

            @Override
            public Gap scaled(double factor) {
                return new Fixed(Hold.scaled(length, factor));
            }
        }

        /** Evenly spread. */
        record Uniform(Duration least, Duration most) implements Gap {
            public Uniform {
                Checks.notNegative("repeat.gap.random", least);
                Checks.notNegative("repeat.gap.random", most);
                Checks.require(
                        least.compareTo(most) <= 0,
                        "repeat.gap.random",
                        "[least, most]",
                        "[" + Checks.text(least) + ", " + Checks.text(most) + "]");
            }

            @Override
            public Duration draw(RandomGenerator random) {
                return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
            }

            @Override
            public Gap scaled(double factor) {
                return new Uniform(Hold.scaled(least, factor), Hold.scaled(most, factor));
            }
        }

        /** As between events that know nothing of each other. */
        record Poisson(Duration mean) implements Gap {
            public Poisson {
                Checks.positive("repeat.gap.poisson", mean);
            }

            @Override
            public Duration draw(RandomGenerator random) {
                // Strict, so that a seed means the same gaps everywhere.
                return Duration.ofMillis(Math.round(-StrictMath.log1p(-random.nextDouble()) * mean.toMillis()));
            }

            @Override
            public Gap scaled(double factor) {
                return new Poisson(Hold.scaled(mean, factor));
            }
        }
    }
}
