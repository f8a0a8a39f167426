package squall.benchbase.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.SquallExtension;
import squall.benchbase.config.TransactionSettings;
import squall.benchbase.config.WorkPhase;
import squall.engine.schedule.ClientSplit;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.run.TpccSettings.TpccEvidence;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TerminalWaits.Wait;
import squall.tpcc.terminal.TransactionMix;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.tpcc.terminal.TransactionMix.SerialMix;
import squall.tpcc.terminal.TransactionMix.WeightedMix;

/**
 * Settings of the terminals: their number, their waits, and the connections that they share.
 *
 * @param waits keying and think times; empty: each connection is a terminal that sends its next request immediately or at its rate
 * @param terminals that wait; empty: as many to a warehouse as in the file, whatever number of warehouses the command line asks for
 * @param split this client's part of the terminals of the file
 */
record TerminalSettings(
        ConfigFile config,
        WarehouseScale scale,
        Optional<TerminalWaits> waits,
        Optional<Integer> terminals,
        Optional<Integer> connections,
        ClientSplit split) {
    /** Creates the settings. @throws CommandException if the terminals, connections, waits and rates of a phase contradict each other */
    static TerminalSettings of(ConfigFile config, WarehouseScale scale, SquallFlags own, ClientSplit split)
            throws CommandException {
        if (own.connections.isPresent() && own.connections.get() < 1) {
            throw CommandException.usage("--connections must be at least 1, not '" + own.connections.get() + "'");
        }
        TerminalSettings terminalSettings = new TerminalSettings(
                config,
                scale,
                waits(config),
                Optional.empty(),
                own.connections.or(() -> config.extension().connections()),
                split);
        for (WorkPhase phase : config.phases()) {
            terminalSettings.check(phase);
        }
        return terminalSettings;
    }

    TerminalSettings withWaits(Optional<TerminalWaits> others) {
        return new TerminalSettings(config, scale, others, terminals, connections, split);
    }

    /** Returns the same settings for this number of terminals, each with a connection. */
    TerminalSettings withTerminals(int number) {
        return new TerminalSettings(config, scale, waits, Optional.of(number), Optional.of(number), split);
    }

    /** Returns the settings of the load of a phase. @param evidence by which the run is judged */
    TpccSettings load(WorkPhase phase, long seed, TpccEvidence evidence) {
        return new TpccSettings(homes(phase), mix(phase), waits, seed, deferredSessions() > 0, evidence);
    }

    /** Returns the terminals of a phase with their warehouses. */
    TerminalHomes homes(WorkPhase phase) {
        return waits.isEmpty() && !phase.serial()
                ? TerminalHomes.specified(scale).dealtAmong(split.clients())
                : new TerminalHomes(scale, users(phase));
    }

    int sessions(WorkPhase phase) {
        return connections.orElseGet(() -> waits.isEmpty() ? ownTerminals(phase) : users(phase));
    }

    /** Returns the number of terminals that send requests, each one transaction at a time; without waits every connection is one. */
    int terminals(WorkPhase phase) {
        return waits.isEmpty() ? sessions(phase) : users(phase);
    }

    TransactionMix mix(WorkPhase phase) {
        if (phase.serial()) {
            return new SerialMix(inOrder(phase), phase.length().isEmpty());
        }
        return switch (config.extension().mix()) {
            case DECK -> new DeckMix();
            case WEIGHTS -> new WeightedMix(phase.weights());
        };
    }

    /** Returns the number of sessions for deferred deliveries; 0: deliveries are not deferred. */
    int deferredSessions() {
        return config.extension().deferredSessions().orElse(0);
    }

    /** Returns remarks for the user, one line each: where the phase departs from the file or from the specification. */
    List<String> remarks(WorkPhase phase) {
        List<String> remarks = new ArrayList<>();
        if (waits.isPresent() && phase.rate() instanceof WorkPhase.RequestRate.PerSecond) {
            remarks.add(
                    "work " + phase.number() + ": keying and think times determine the rate, not the rate in the file");
        }
        if (terminals(phase) != (long) scale.warehouses() * WarehouseScale.DISTRICTS) {
            remarks.add("work " + phase.number() + ": " + HumanNumbers.counted(terminals(phase), "terminal") + " for "
                    + HumanNumbers.counted(scale.warehouses(), "warehouse") + "; TPC-C has ten per warehouse");
        }
        return remarks;
    }

    private int users(WorkPhase phase) {
        if (phase.serial()) {
            return 1;
        }
        // As many as belong to all warehouses up to the last, less those of the clients before: so they add up over all
        // clients.
        return terminals.orElseGet(() ->
                Math.toIntExact(Math.max(1, usersUpTo(phase, scale.last()) - usersUpTo(phase, scale.from() - 1))));
    }

    private long usersUpTo(WorkPhase phase, int warehouse) {
        long ofFile = config.extension().terminals().orElse(phase.activeTerminals());
        return ofFile * warehouse / config.data().warehouses();
    }

    /** Returns this client's part of the terminals if there are no waits: each connection is one. */
    private int ownTerminals(WorkPhase phase) {
        return Math.toIntExact(Math.max(1, split.count(phase.activeTerminals())));
    }

    private void check(WorkPhase phase) throws CommandException {
        if (waits.isEmpty() && phase.activeTerminals() < split.clients()) {
            throw wrong(
                    phase,
                    phase.activeTerminals() + " terminals cannot be divided among " + split.clients() + " clients");
        }
        if (waits.isPresent()) {
            refuseRateBelowDemand(phase);
            refuseIdleConnections(phase);
        } else if (deferredSessions() > 0) {
            throw wrong(phase, "<deferreddelivery> needs terminals that wait: set <waits>specification</waits>");
        } else if (config.extension().terminals().isPresent()) {
            throw wrong(
                    phase,
                    "<terminals> of <squall> are users that wait: set <waits>specification</waits>, or give the"
                            + " number of connections in the file's own <terminals>");
        }
        if (phase.serial()) {
            checkSerial(phase);
        }
        if (config.extension().mix() == SquallExtension.Mix.DECK
                && config.transactions().size() < TransactionType.values().length) {
            throw wrong(phase, "<mix>deck</mix> uses all five transactions, but not all are in <transactiontypes>");
        }
    }

    private void checkSerial(WorkPhase phase) throws CommandException {
        if (sessions(phase) > 1) {
            throw wrong(phase, sessions(phase) + " connections, but a serial work has only one terminal");
        }
        if (deferredSessions() > 0) {
            throw wrong(phase, "<serial> runs each transaction immediately; remove <deferreddelivery>");
        }
        if (config.extension().mix() == SquallExtension.Mix.DECK) {
            throw wrong(phase, "<serial> follows the order of the file; remove <mix>deck</mix>");
        }
    }

    /** Returns the transactions of a serial phase in their order. Those without a weight are left out, as in BenchBase. */
    private List<TransactionType> inOrder(WorkPhase phase) {
        return config.transactions().stream()
                .map(TransactionSettings::type)
                .filter(type -> phase.weights().getOrDefault(type, 0.0) > 0)
                .toList();
    }

    private void refuseIdleConnections(WorkPhase phase) throws CommandException {
        if (sessions(phase) > users(phase)) {
            throw wrong(
                    phase,
                    sessions(phase) + " connections for " + users(phase)
                            + " terminals: some would never be used; see <connections> and --connections");
        }
    }

    /** Refuses a rate in the file that is below the rate of its waiting terminals: it cannot be kept together with their waits. */
    private void refuseRateBelowDemand(WorkPhase phase) throws CommandException {
        if (config.extension().waits() == SquallExtension.Waits.FILE
                && phase.rate() instanceof WorkPhase.RequestRate.PerSecond(double requests, boolean poisson)
                && requests < demand(phase)) {
            throw wrong(
                    phase,
                    String.format(
                            Locale.ROOT,
                            "<rate> %.1f throttles terminals that request %.1f/s with their waits;"
                                    + " set it to unlimited, or remove the waits",
                            requests,
                            demand(phase)));
        }
    }

    private double demand(WorkPhase phase) {
        return waits.map(w -> users(phase) / w.meanCycleSeconds(mix(phase))).orElse(0.0);
    }

    private CommandException wrong(WorkPhase phase, String what) {
        return CommandException.usage(config.name() + ": work " + phase.number() + ": " + what);
    }

    private static Optional<TerminalWaits> waits(ConfigFile config) {
        return switch (config.extension().waits()) {
            case SPECIFICATION -> Optional.of(TerminalWaits.SPECIFIED);
            case NONE -> Optional.empty();
            case FILE ->
                config.transactions().stream().anyMatch(TransactionSettings::waits)
                        ? Optional.of(ofFile(config.transactions()))
                        : Optional.empty();
        };
    }

    private static TerminalWaits ofFile(List<TransactionSettings> transactions) {
        Map<TransactionType, Wait> waits = new EnumMap<>(TransactionType.class);
        transactions.forEach(
                transaction -> waits.put(transaction.type(), new Wait(transaction.keying(), transaction.meanThink())));
        return TerminalWaits.of(type -> waits.getOrDefault(type, new Wait(Duration.ZERO, Duration.ZERO)));
    }
}
