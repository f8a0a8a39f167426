package squall.ycsb.workload;

import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.CoreProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.Lengths;

/**
 * What a run of CoreWorkload asks of a database, as its properties say; read before anything is connected to. Immutable.
 *
 * @param scanLengths rows of a scan
 * @param readAll whether reads and scans want all columns, else one
 * @param writeAll whether updates write all columns, else one
 * @param counter whether read-modify-writes raise one counter
 */
public record CoreTraffic(
        CoreMix mix, KeyPlan keyPlan, Lengths scanLengths, boolean readAll, boolean writeAll, boolean counter) {
    /** @throws CommandException if the properties contradict each other */
    public static CoreTraffic of(YcsbProperties properties, CoreSettings settings) throws CommandException {
        return new CoreTraffic(
                new CoreMix(properties, settings.values() instanceof ValueMaker.Verifiable),
                KeyPlan.of(properties, settings),
                scanLengths(properties),
                properties.get(CoreProperties.READ_ALL_FIELDS),
                properties.get(CoreProperties.WRITE_ALL_FIELDS),
                counter(properties));
    }

    private static boolean counter(YcsbProperties properties) throws CommandException {
        boolean counter = properties.get(SquallProperties.COUNTER);
        if (counter && properties.get(CoreProperties.READ_MODIFY_WRITE_PROPORTION) <= 0) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(SquallProperties.COUNTER)
                            + ": squall.counter=true is for workloads with read-modify-writes, and"
                            + " readmodifywriteproportion is 0; take workloadf, or set it");
        }
        return counter;
    }

    private static Lengths scanLengths(YcsbProperties properties) throws CommandException {
        int shortest = CoreSettings.atMost(properties, CoreProperties.MIN_SCAN_LENGTH, CoreProperties.MAX_SCAN_LENGTH);
        int longest = properties.get(CoreProperties.MAX_SCAN_LENGTH);
        return properties.get(CoreProperties.SCAN_LENGTH_DISTRIBUTION).equals("uniform")
                ? Lengths.uniform(shortest, longest)
                : Lengths.zipfian(shortest, longest);
    }
}
