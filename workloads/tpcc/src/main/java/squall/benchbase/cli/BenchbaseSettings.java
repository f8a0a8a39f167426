package squall.benchbase.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.benchbase.cli.BenchbaseFlags.RequestedSteps;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.SquallExtension;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.BenchbaseOutput;
import squall.cli.StopRules;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunTerms;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.StopRule;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.WarehouseScale;
import squall.verdict.ErrorBudget;

/**
 * What file and command line say together to Squall's own engine; all of it is checked before anything is connected to.
 *
 * @param clients which client of the run this is
 * @param terminalSettings the terminals and connections of each phase
 * @param monitorSeconds empty: no lines of throughput
 */
record BenchbaseSettings(
        BenchbaseInvocation invocation,
        ConfigFile config,
        ClientSettings clients,
        WarehouseScale scale,
        TerminalSettings terminalSettings,
        RandomSeed seed,
        List<StopRule> stopRules,
        RunTerms terms,
        BenchbaseOutput.Settings files,
        Optional<Integer> monitorSeconds) {
    private static final int MS = 1000;

    static BenchbaseSettings of(BenchbaseInvocation invocation) throws CommandException {
        if (invocation.flags().config().isEmpty()) {
            throw BenchbaseInvocation.wrong("the configuration file is missing, for example -c"
                    + " benchbase-configs/postgres/sample_tpcc_config.xml");
        }
        if (invocation.flags().steps().none()) {
            throw BenchbaseInvocation.wrong(
                    "there is nothing to do: add --create=true, --clear=true, --load=true or --execute=true");
        }
        if (invocation.own().allConditions() && !invocation.own().verify()) {
            throw BenchbaseInvocation.wrong("--all-conditions and --no-verify exclude each other: omit one");
        }
        ConfigFile config = ConfigFile.read(invocation.flags().config(), invocation.config(), invocation.folders());
        ClientSettings clients = invocation.own().clients(invocation.surroundings());
        requireDivisible(clients, config, invocation);
        WarehouseScale scale = WarehouseSettings.of(config, invocation.own(), clients.split());
        RandomSeed seed = RandomSeed.of(config, invocation.own(), clients.seed());
        return new BenchbaseSettings(
                invocation,
                config,
                clients,
                scale,
                TerminalSettings.of(config, scale, invocation.own(), clients.split()),
                seed,
                stopRules(invocation),
                new RunTerms(
                        invocation.results(),
                        budget(invocation),
                        invocation.own().tags().of(invocation.surroundings()),
                        reproduce(invocation, seed)),
                files(invocation, clients.split()),
                monitor(invocation));
    }

    /** What one of several clients cannot do without the others. */
    private static void requireDivisible(ClientSettings clients, ConfigFile config, BenchbaseInvocation invocation)
            throws CommandException {
        if (!clients.split().shared()) {
            return;
        }
        RequestedSteps steps = invocation.flags().steps();
        if (steps.create() || steps.clear()) {
            throw BenchbaseInvocation.wrong("--create and --clear are for a single client, before the "
                    + clients.split().clients() + " clients start: one would drop what another has loaded");
        }
        if (config.phases().stream().anyMatch(WorkPhase::serial)) {
            throw BenchbaseInvocation.wrong(
                    config.name() + ": a serial work has a single terminal and cannot be divided among clients");
        }
        if (config.phases().size() > 1 && clients.start() instanceof ClientSettings.Start.At) {
            throw BenchbaseInvocation.wrong("--start-at: " + config.name() + " has "
                    + config.phases().size() + " works, each of which the clients start together; use --client-run");
        }
    }

    private static List<String> reproduce(BenchbaseInvocation invocation, RandomSeed seed) {
        List<String> command = new ArrayList<>(invocation.command());
        if (seed.drawn()) {
            command.add("--seed=" + seed.value());
        }
        return command;
    }

    private static ErrorBudget budget(BenchbaseInvocation invocation) throws CommandException {
        try {
            return ErrorBudget.parse(invocation.own().errorBudget());
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--error-budget: " + e.getMessage(), e);
        }
    }

    private static List<StopRule> stopRules(BenchbaseInvocation invocation) throws CommandException {
        String text = invocation.own().abortOn().orElse("");
        if (text.isEmpty()) {
            return List.of();
        }
        return StopRules.parse(text)
                .orElseThrow(() ->
                        BenchbaseInvocation.wrong("--abort-on must be " + StopRules.WANTED + ", not '" + text + "'"));
    }

    private static BenchbaseOutput.Settings files(BenchbaseInvocation invocation, ClientSplit split)
            throws CommandException {
        int seconds = invocation.flags().sampleSeconds();
        if (seconds < 1) {
            throw BenchbaseInvocation.wrong("--sample must be 1 second or more, not " + seconds);
        }
        Optional<Path> histograms = invocation.flags().histograms().map(invocation::path);
        Path folder = invocation.path(invocation.flags().directory());
        // Files are named by the second at which they were begun, which clients have in common.
        Path own = split.shared() ? folder.resolve("client-" + split.client()) : folder;
        return new BenchbaseOutput.Settings(own, seconds, histograms);
    }

    /** The engine tells each second what was done in it. */
    private static Optional<Integer> monitor(BenchbaseInvocation invocation) throws CommandException {
        int ms = invocation.flags().monitorMs();
        if (ms < 0 || ms % MS != 0) {
            throw BenchbaseInvocation.wrong(
                    "--interval-monitor must be a multiple of 1000 ms with Squall's engine, not " + ms);
        }
        return ms == 0 ? Optional.empty() : Optional.of(ms / MS);
    }

    /** Which warehouses there are and which are this client's, by file and command line. */
    private static final class WarehouseSettings {
        private WarehouseSettings() {}

        /** @throws CommandException if this client's warehouses are not among all */
        static WarehouseScale of(ConfigFile config, SquallFlags own, ClientSplit split) throws CommandException {
            return split.shared() ? divided(config, own, split) : of(config, own);
        }

        private static WarehouseScale divided(ConfigFile config, SquallFlags own, ClientSplit split)
                throws CommandException {
            if (own.fromWarehouse().isPresent()
                    || config.extension().fromWarehouse().isPresent()) {
                throw BenchbaseInvocation.wrong("--clients divides the warehouses; omit --from-warehouse");
            }
            int all = own.totalWarehouses()
                    .or(own::warehouses)
                    .or(config.extension()::warehouses)
                    .orElse(config.data().warehouses());
            if (all < split.clients()) {
                throw BenchbaseInvocation.wrong(
                        all + " warehouses cannot be divided among " + split.clients() + " clients");
            }
            return new WarehouseScale(all, 1 + Math.toIntExact(split.first(all)), Math.toIntExact(split.count(all)));
        }

        private static WarehouseScale of(ConfigFile config, SquallFlags own) throws CommandException {
            SquallExtension extension = config.extension();
            Optional<Integer> from = own.fromWarehouse().or(extension::fromWarehouse);
            Optional<Integer> count = own.warehouses().or(extension::warehouses);
            int total = total(config, own, from.isPresent());
            int first = from.orElse(1);
            try {
                return new WarehouseScale(total, first, count.orElse(total - first + 1));
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
            return own.totalWarehouses()
                    .orElse(share ? ofFile : own.warehouses().orElse(ofFile));
        }
    }

    /**
     * From which everything random follows.
     *
     * @param drawn whether it was chosen at random, because none was given
     */
    record RandomSeed(long value, boolean drawn) {
        /** Short enough to be typed again. */
        private static final int BOUND = 1_000_000_000;

        /** The command line's, or else the extension's, or else BenchBase's. @param agreed of several clients where there is none of these */
        static RandomSeed of(ConfigFile config, SquallFlags own, OptionalLong agreed) {
            OptionalLong extended = config.extension().seed();
            Optional<Long> given = own.seed()
                    .or(() -> extended.isPresent() ? Optional.of(extended.getAsLong()) : Optional.empty())
                    .or(() -> config.randomSeed().map(Integer::longValue));
            return given.map(seed -> new RandomSeed(seed, false))
                    .orElseGet(() -> new RandomSeed(agreed.orElseGet(() -> new SecureRandom().nextInt(BOUND)), true));
        }

        /** For a load: without a given one it goes on with that of the load before. */
        OptionalLong given() {
            return drawn ? OptionalLong.empty() : OptionalLong.of(value);
        }
    }
}
