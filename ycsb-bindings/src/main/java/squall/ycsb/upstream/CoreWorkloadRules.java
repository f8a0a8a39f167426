package squall.ycsb.upstream;

import java.util.Optional;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;

/** What upstream's CoreWorkload answers with the end of the whole process, and is therefore said before it can. */
final class CoreWorkloadRules {
    private CoreWorkloadRules() {}

    static void check(Workload workload, YcsbProperties properties) throws CommandException {
        if (workload instanceof CoreWorkload) {
            requireRoom(properties);
            requireComparableValues(properties);
        }
    }

    private static void requireRoom(YcsbProperties properties) throws CommandException {
        long records = properties.get(ClientProperties.RECORD_COUNT);
        Optional<Long> inserts = properties.given(ClientProperties.INSERT_COUNT);
        long end = properties.get(CoreProperties.INSERT_START) + inserts.orElse(0L);
        if (records > 0 && records < end) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "recordcount must be at least insertstart + insertcount = " + end + ", not " + records);
        }
    }

    private static void requireComparableValues(YcsbProperties properties) throws CommandException {
        String lengths = properties.get(CoreProperties.FIELD_LENGTH_DISTRIBUTION);
        if (properties.get(CoreProperties.DATA_INTEGRITY) && !lengths.equals("constant")) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "fieldlengthdistribution must be constant with dataintegrity=true, as the length of a value is "
                            + "compared too, not '" + lengths + "'");
        }
    }
}
