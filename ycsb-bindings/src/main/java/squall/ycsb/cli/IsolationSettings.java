package squall.ycsb.cli;

import java.io.IOException;
import java.util.Optional;
import squall.check.isolation.JudgeSettings;
import squall.cli.command.JudgeOptions;
import squall.isolation.LoadIsolation;
import squall.system.CommandException;
import squall.ycsb.CoreProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.JdbcProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreRun.JudgedOperations;
import squall.ycsb.workload.CoreTraffic;

/**
 * Settings of the check of a run's own operations.
 *
 * @param judged how they are judged; empty: not at all
 */
record IsolationSettings(YcsbProperties properties, Optional<JudgeSettings> judged) {
    /** @throws CommandException if a property is wrong, or needs another one */
    static IsolationSettings of(YcsbProperties properties, DatabaseBinding binding) throws CommandException {
        Optional<JudgeSettings> judged = JudgeOptions.of(
                SquallProperties.run(properties), option -> origin(properties, SquallProperties.ofOption(option)));
        if (judged.isEmpty()) {
            return new IsolationSettings(properties, judged);
        }
        String origin = properties.origin(SquallProperties.JUDGE) + ": --judge isolation ";
        if (!binding.equals(DatabaseBinding.JDBC)) {
            throw CommandException.usage(origin + "is for the binding jdbc, not for " + binding.name());
        }
        if (!properties.get(SquallProperties.VALUES).equals("stamped")) {
            throw CommandException.usage(
                    origin + "needs values that tell which write they come from: load and run with --values stamped");
        }
        return new IsolationSettings(properties, judged);
    }

    private static String origin(YcsbProperties properties, PropertyDefinition<String> property) {
        return properties.origin(property) + ": " + property.name();
    }

    /** Returns the check of the operations; empty if they are not judged. */
    Optional<JudgedOperations> operations(CoreTraffic traffic, Shards stores) throws IOException {
        return judged.isEmpty()
                ? Optional.empty()
                : Optional.of(new JudgedOperations(new LoadIsolation(judged.get()), guarantee(traffic, stores)));
    }

    /** Returns the guarantee for the operations: none if some are more than one transaction. */
    private LoadIsolation.Guarantee guarantee(CoreTraffic traffic, Shards stores) throws IOException {
        String asked = properties.get(JdbcProperties.ISOLATION);
        String scans = properties.get(CoreProperties.SCAN_PROPORTION) > 0 ? "scans are not judged" : "";
        if (properties.get(CoreProperties.READ_MODIFY_WRITE_PROPORTION) > 0 && !traffic.counter()) {
            return new LoadIsolation.Guarantee(
                    asked,
                    Optional.empty(),
                    "a read-modify-write is two transactions, so no level is claimed of it"
                            + (scans.isEmpty() ? "" : "; " + scans));
        }
        return new LoadIsolation.Guarantee(asked, stores.first().claimed(), scans);
    }
}
