package squall.ycsb.workload;

import java.util.function.Supplier;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.KeyChooser;
import squall.ycsb.distribution.KeyChoosers;
import squall.ycsb.distribution.Zeta;

/**
 * How a run chooses its rows.
 *
 * @param name as printed: which distribution really ran
 * @param choosers a fresh one for each session
 */
public record KeyPlan(String name, Supplier<KeyChooser> choosers) {
    static KeyPlan of(YcsbProperties properties, CoreSettings settings) throws CommandException {
        long first = settings.first();
        long rows = settings.rows();
        return switch (properties.get(CoreProperties.REQUEST_DISTRIBUTION)) {
            case "zipfian" -> zipfian(properties, settings);
            case "latest" -> {
                Zeta zeta = new Zeta(KeyChoosers.THETA);
                yield new KeyPlan("latest", () -> KeyChoosers.latest(zeta));
            }
            case "sequential" -> new KeyPlan("sequential", () -> KeyChoosers.sequential(first, rows));
            case "hotspot" -> hotspot(properties, settings);
            case "exponential" -> exponential(properties, settings);
            default -> new KeyPlan("uniform", () -> KeyChoosers.uniform(first, rows));
        };
    }

    private static KeyPlan zipfian(YcsbProperties properties, CoreSettings settings) throws CommandException {
        double theta = properties.get(CoreProperties.ZIPFIAN_THETA);
        if (properties.get(CoreProperties.ZIPFIAN_EXACT)) {
            return new KeyPlan(
                    "zipfian exact, theta " + theta,
                    () -> KeyChoosers.exactZipfian(settings.first(), settings.rows(), theta));
        }
        if (theta != KeyChoosers.THETA) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(CoreProperties.ZIPFIAN_THETA) + ": zipfian.theta=" + theta
                            + " needs zipfian.exact=true; upstream's zipfian has theta 0.99 built in");
        }
        // Twice the inserts to expect, as upstream: rows to come are part of the range, and redrawn until they are
        // there.
        long expected = (long) (properties.get(ClientProperties.OPERATION_COUNT)
                * properties.get(CoreProperties.INSERT_PROPORTION)
                * 2);
        return new KeyPlan(
                "zipfian as upstream's",
                () -> KeyChoosers.scrambledZipfian(settings.first(), settings.rows(), expected));
    }

    private static KeyPlan hotspot(YcsbProperties properties, CoreSettings settings) throws CommandException {
        try {
            KeyChooser stateless = KeyChoosers.hotspot(
                    settings.first(),
                    settings.rows(),
                    properties.get(CoreProperties.HOTSPOT_DATA_FRACTION),
                    properties.get(CoreProperties.HOTSPOT_OPERATION_FRACTION));
            return new KeyPlan("hotspot", () -> stateless);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static KeyPlan exponential(YcsbProperties properties, CoreSettings settings) {
        double percentile = properties.get(CoreProperties.EXPONENTIAL_PERCENTILE);
        double range = settings.recordCount() * properties.get(CoreProperties.EXPONENTIAL_FRACTION);
        return new KeyPlan("exponential", () -> KeyChoosers.exponential(percentile, range));
    }
}
