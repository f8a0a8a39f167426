package squall.benchbase.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.benchbase.cli.BenchbaseFlags.RequestedSteps;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.SquallExtension;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.BenchbaseOutput;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunOptions;
import squall.cli.command.RunSeed;
import squall.cli.command.RunTerms;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.StopRule;
import squall.system.CommandException;
import squall.tpcc.WarehouseScale;

/**
 * Settings of a command on Squall's own engine, from file and command line together; all are checked before the first connection.
 *
 * @param clients this client's place among all clients of the run
 * @param terminalSettings terminals and connections of each phase
 * @param monitorSeconds time between two lines of throughput; empty: no lines
 */
record BenchbaseSettings(
        BenchbaseInvocation invocation,
        ConfigFile config,
        ClientSettings clients,
        WarehouseScale scale,
        TerminalSettings terminalSettings,
        RunSeed seed,
        List<StopRule> stopRules,
        RunTerms terms,
        BenchbaseOutput.Settings files,
        Optional<Integer> monitorSeconds) {
    private static final int MS = 1000;

    static BenchbaseSettings of(BenchbaseInvocation invocation) throws CommandException {
        if (invocation.flags().config.isEmpty()) {
            throw CommandException.usage("the configuration file is missing, for example -c"
                    + " benchbase-configs/postgres/sample_tpcc_config.xml");
        }
        if (invocation.flags().steps().none()) {
            throw CommandException.usage(
                    "there is nothing to do: add --create=true, --clear=true, --load=true or --execute=true");
        }
        if (invocation.own().allConditions && !invocation.options().verify()) {
            throw CommandException.usage("--all-conditions and --no-verify exclude each other: omit one");
        }
        if (invocation.own().judgesIsolation() && !invocation.options().verify()) {
            throw CommandException.usage("--judge and --no-verify exclude each other: omit one");
        }
        invocation.requireConfig();
        ConfigFile config = ConfigFile.read(invocation.flags().config, invocation.config(), invocation.folders());
        ClientSettings clients = invocation.options().clients(invocation.environment());
        requireDivisible(clients, config, invocation);
        WarehouseScale scale = WarehouseSettings.of(config, invocation.own(), clients.split());
        RunSeed seed = seed(config, invocation.options(), clients);
        return new BenchbaseSettings(
                invocation,
                config,
                clients,
                scale,
                TerminalSettings.of(config, scale, invocation.own(), clients.split()),
                seed,
                invocation.options().stopRules(),
                invocation
                        .options()
                        .terms(
                                invocation.environment(),
                                seed.reproduce("bin/benchbase", invocation.words(), RunOptions.SEED.option())),
                files(invocation, clients.split()),
                monitor(invocation));
    }

    /** Refuses steps and works that cannot be divided among several clients. */
    private static void requireDivisible(ClientSettings clients, ConfigFile config, BenchbaseInvocation invocation)
            throws CommandException {
        if (!clients.split().shared()) {
            return;
        }
        RequestedSteps steps = invocation.flags().steps();
        if (steps.create() || steps.clear()) {
            throw CommandException.usage("--create and --clear are for a single client, before the "
                    + clients.split().clients() + " clients start: one would drop what another has loaded");
        }
        if (config.phases().stream().anyMatch(WorkPhase::serial)) {
            throw CommandException.usage(
                    config.name() + ": a serial work has a single terminal and cannot be divided among clients");
        }
        if (config.phases().size() > 1 && clients.start() instanceof ClientSettings.Start.At) {
            throw CommandException.usage("--start-at: " + config.name() + " has "
                    + config.phases().size() + " works, each of which the clients start together; use --client-run");
        }
    }

    /** Chooses the seed: of the command line, else of the extension, else of BenchBase's element, else the clients' or a drawn one. */
    private static RunSeed seed(ConfigFile config, RunOptions options, ClientSettings clients) throws CommandException {
        OptionalLong extended = config.extension().seed();
        Optional<Long> given = options.read(RunOptions.SEED)
                .or(() -> extended.isPresent() ? Optional.of(extended.getAsLong()) : Optional.empty())
                .or(() -> config.randomSeed().map(Integer::longValue));
        return RunSeed.of(given, clients);
    }

    private static BenchbaseOutput.Settings files(BenchbaseInvocation invocation, ClientSplit split)
            throws CommandException {
        int seconds = invocation.flags().sampleSeconds;
        if (seconds < 1) {
            throw CommandException.usage("--sample must be 1 second or more, not " + seconds);
        }
        Optional<Path> histograms = invocation.flags().histograms.map(invocation::path);
        Path folder = invocation.path(invocation.flags().directory);
        // Files are named by the second at which they were begun, which clients have in common.
        Path own = split.shared() ? folder.resolve("client-" + split.client()) : folder;
        return new BenchbaseOutput.Settings(own, seconds, histograms);
    }

    /** Returns the time between two lines of throughput. Only whole seconds are possible, because the engine reports each second. */
    private static Optional<Integer> monitor(BenchbaseInvocation invocation) throws CommandException {
        int ms = invocation.flags().monitorMs;
        if (ms < 0 || ms % MS != 0) {
            throw CommandException.usage(
                    "--interval-monitor must be a multiple of 1000 ms with Squall's engine, not " + ms);
        }
        return ms == 0 ? Optional.empty() : Optional.of(ms / MS);
    }

    /** Choice of the warehouses of the whole database and of this client, by file and command line. */
    private static final class WarehouseSettings {
        private WarehouseSettings() {}

        /** Chooses the warehouses. @throws CommandException if this client's are not among all, or cannot be divided among the clients */
        static WarehouseScale of(ConfigFile config, SquallFlags own, ClientSplit split) throws CommandException {
            return split.shared() ? divided(config, own, split) : of(config, own);
        }

        private static WarehouseScale divided(ConfigFile config, SquallFlags own, ClientSplit split)
                throws CommandException {
            if (own.fromWarehouse.isPresent()
                    || config.extension().fromWarehouse().isPresent()) {
                throw CommandException.usage("--clients divides the warehouses; omit --from-warehouse");
            }
            if (own.warehouses.isPresent() && own.totalWarehouses.isPresent()) {
                throw CommandException.usage(
                        "with --clients, --warehouses and --total-warehouses are both the number of"
                                + " all clients; leave one out");
            }
            int all = own.totalWarehouses
                    .or(() -> own.warehouses)
                    .or(config.extension()::warehouses)
                    .orElse(config.data().warehouses());
            if (all < split.clients()) {
                throw CommandException.usage(
                        all + " warehouses cannot be divided among " + split.clients() + " clients");
            }
            return scale(config, all, 1 + Math.toIntExact(split.first(all)), Math.toIntExact(split.count(all)));
        }

        private static WarehouseScale of(ConfigFile config, SquallFlags own) throws CommandException {
            SquallExtension extension = config.extension();
            Optional<Integer> from = own.fromWarehouse.or(extension::fromWarehouse);
            Optional<Integer> count = own.warehouses.or(extension::warehouses);
            int total = total(config, own, from.isPresent());
            int first = from.orElse(1);
            return scale(config, total, first, count.orElse(total - first + 1));
        }

        private static WarehouseScale scale(ConfigFile config, int total, int first, int count)
                throws CommandException {
            try {
                return new WarehouseScale(total, first, count);
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(
                        config.name() + ": " + e.getMessage()
                                + "; see <scalefactor>, --warehouses, --from-warehouse and --total-warehouses",
                        e);
            }
        }

        /** Returns the size of the database: a number of warehouses alone is its size, one with a first warehouse a share of the whole. */
        private static int total(ConfigFile config, SquallFlags own, boolean share) {
            int ofFile = config.data().warehouses();
            return own.totalWarehouses.orElse(share ? ofFile : own.warehouses.orElse(ofFile));
        }
    }
}
