package squall.ycsb.workload;

import squall.cli.CommandException;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.Lengths;

/**
 * What a run of CoreWorkload asks of a database, as its properties say; read before anything is connected to. Immutable.
 *
 * @param scanLengths rows of a scan
 * @param readAll whether reads and scans want all columns, else one
 * @param writeAll whether updates write all columns, else one
 */
public record CoreTraffic(CoreMix mix, KeyPlan keyPlan, Lengths scanLengths, boolean readAll, boolean writeAll) {
    /** @throws CommandException if the properties contradict each other */
    public static CoreTraffic of(YcsbProperties properties, CoreSettings settings) throws CommandException {
        return new CoreTraffic(
                new CoreMix(properties, settings.values() instanceof ValueMaker.Verifiable),
                KeyPlan.of(properties, settings),
                scanLengths(properties),
                properties.get(CoreProperties.READ_ALL_FIELDS),
                properties.get(CoreProperties.WRITE_ALL_FIELDS));
    }

    private static Lengths scanLengths(YcsbProperties properties) throws CommandException {
        int shortest = CoreSettings.atMost(properties, CoreProperties.MIN_SCAN_LENGTH, CoreProperties.MAX_SCAN_LENGTH);
        int longest = properties.get(CoreProperties.MAX_SCAN_LENGTH);
        return properties.get(CoreProperties.SCAN_LENGTH_DISTRIBUTION).equals("uniform")
                ? Lengths.uniform(shortest, longest)
                : Lengths.zipfian(shortest, longest);
    }
}
