package squall.benchbase.cli;

import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Extension;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.tpcc.Scale;

/** Which warehouses there are and which are this client's, by file and command line. */
final class Scales {
    private Scales() {}

    /** @throws CommandException if this client's warehouses are not among all */
    static Scale of(ConfigFile config, SquallFlags own) throws CommandException {
        Extension extension = config.extension();
        Optional<Integer> from = own.fromWarehouse().or(extension::fromWarehouse);
        Optional<Integer> count = own.warehouses().or(extension::warehouses);
        int total = total(config, own, from.isPresent());
        int first = from.orElse(1);
        try {
            return new Scale(total, first, count.orElse(total - first + 1));
        } catch (IllegalArgumentException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    config.name() + ": " + e.getMessage()
                            + "; see <scalefactor>, --warehouses, --from-warehouse and --total-warehouses",
                    e);
        }
    }

    /** A number of warehouses alone means a database of that size; with a first one it means a share of the whole. */
    private static int total(ConfigFile config, SquallFlags own, boolean share) {
        int ofFile = config.data().warehouses();
        return own.totalWarehouses().orElse(share ? ofFile : own.warehouses().orElse(ofFile));
    }
}
