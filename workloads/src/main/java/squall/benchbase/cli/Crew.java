package squall.benchbase.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Extension;
import squall.benchbase.config.Phase;
import squall.benchbase.config.Rate;
import squall.benchbase.config.Transaction;
import squall.cli.CommandException;
import squall.tpcc.Scale;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.Deck;
import squall.tpcc.terminal.Homes;
import squall.tpcc.terminal.InOrder;
import squall.tpcc.terminal.Mix;
import squall.tpcc.terminal.Waits;
import squall.tpcc.terminal.Waits.Wait;
import squall.tpcc.terminal.Weights;

/**
 * Who works: terminals with their waits, and the connections they share.
 *
 * @param waits empty: nobody waits, and each connection is a terminal that asks again at once or when its rate says so
 */
record Crew(ConfigFile config, Scale scale, Optional<Waits> waits, Optional<Integer> connections) {
    /** @throws CommandException if terminals, connections, waits and rates do not go together */
    static Crew of(ConfigFile config, Scale scale, SquallFlags own) throws CommandException {
        Crew crew = new Crew(
                config,
                scale,
                waits(config),
                own.connections().or(() -> config.extension().connections()));
        for (Phase phase : config.phases()) {
            crew.check(phase);
        }
        return crew;
    }

    /** The terminals of this phase and their warehouses. */
    Homes homes(Phase phase) {
        return waits.isEmpty() && !phase.serial() ? Homes.specified(scale) : new Homes(scale, users(phase));
    }

    int sessions(Phase phase) {
        return connections.orElseGet(() -> waits.isEmpty() ? phase.activeTerminals() : users(phase));
    }

    /** How many really ask, each for one transaction at a time: without waits every connection is one. */
    int terminals(Phase phase) {
        return waits.isEmpty() ? sessions(phase) : users(phase);
    }

    Mix mix(Phase phase) {
        if (phase.serial()) {
            return new InOrder(inOrder(phase), phase.length().isEmpty());
        }
        return switch (config.extension().mix()) {
            case DECK -> new Deck();
            case WEIGHTS -> new Weights(phase.weights());
        };
    }

    /** 0: deliveries are not deferred. */
    int deferredSessions() {
        return config.extension().deferredSessions().orElse(0);
    }

    /** What a user should know of how the file is taken, one line each. */
    List<String> remarks(Phase phase) {
        List<String> remarks = new ArrayList<>();
        if (waits.isPresent() && phase.rate() instanceof Rate.PerSecond) {
            remarks.add("work " + phase.number() + ": keying and think times set the pace, not the rate of the file");
        }
        if (terminals(phase) != (long) scale.warehouses() * Scale.DISTRICTS) {
            remarks.add("work " + phase.number() + ": " + terminals(phase) + " terminals for " + scale.warehouses()
                    + " warehouses; TPC-C has ten to a warehouse");
        }
        return remarks;
    }

    /** With users as many as the file has to a warehouse, whatever number of warehouses the command line asks for. */
    private int users(Phase phase) {
        if (phase.serial()) {
            return 1;
        }
        long perWarehouse = config.extension().terminals().orElse(phase.activeTerminals());
        return Math.toIntExact(
                Math.max(1, perWarehouse * scale.warehouses() / config.data().warehouses()));
    }

    private void check(Phase phase) throws CommandException {
        if (waits.isPresent()) {
            refuseRateBelowDemand(phase);
            refuseIdleConnections(phase);
        } else if (deferredSessions() > 0) {
            throw wrong(phase, "<deferreddelivery> needs terminals that wait: set <waits>specification</waits>");
        }
        if (phase.serial()) {
            checkSerial(phase);
        }
        if (config.extension().mix() == Extension.Mix.DECK
                && config.transactions().size() < TransactionType.values().length) {
            throw wrong(
                    phase, "<mix>deck</mix> deals out all five transactions, but not all are in <transactiontypes>");
        }
    }

    private void checkSerial(Phase phase) throws CommandException {
        if (sessions(phase) > 1) {
            throw wrong(phase, sessions(phase) + " connections, but a serial work has one terminal");
        }
        if (deferredSessions() > 0) {
            throw wrong(phase, "<serial> does each transaction at once; take out <deferreddelivery>");
        }
        if (config.extension().mix() == Extension.Mix.DECK) {
            throw wrong(phase, "<serial> goes by the order of the file; take out <mix>deck</mix>");
        }
    }

    /** BenchBase leaves out those without a weight. */
    private List<TransactionType> inOrder(Phase phase) {
        return config.transactions().stream()
                .map(Transaction::type)
                .filter(type -> phase.weights().getOrDefault(type, 0.0) > 0)
                .toList();
    }

    private void refuseIdleConnections(Phase phase) throws CommandException {
        if (sessions(phase) > users(phase)) {
            throw wrong(
                    phase,
                    sessions(phase) + " connections for " + users(phase)
                            + " terminals: some would never be used; see <connections> and --connections");
        }
    }

    /** A rate of the file's own that would hold its waiting terminals back can't be kept beside their waits. */
    private void refuseRateBelowDemand(Phase phase) throws CommandException {
        if (config.extension().waits() == Extension.Waits.FILE
                && phase.rate() instanceof Rate.PerSecond(double requests, boolean poisson)
                && requests < demand(phase)) {
            throw wrong(
                    phase,
                    String.format(
                            Locale.ROOT,
                            "<rate> %.1f holds back terminals who with their waits ask for %.1f a second;"
                                    + " set it to unlimited, or take out the waits",
                            requests,
                            demand(phase)));
        }
    }

    private double demand(Phase phase) {
        return waits.map(w -> users(phase) / w.meanCycleSeconds(mix(phase))).orElse(0.0);
    }

    private CommandException wrong(Phase phase, String what) {
        return Invocation.wrong(config.name() + ": work " + phase.number() + ": " + what);
    }

    private static Optional<Waits> waits(ConfigFile config) {
        return switch (config.extension().waits()) {
            case SPECIFICATION -> Optional.of(Waits.SPECIFIED);
            case NONE -> Optional.empty();
            case FILE ->
                config.transactions().stream().anyMatch(Transaction::waits)
                        ? Optional.of(ofFile(config.transactions()))
                        : Optional.empty();
        };
    }

    private static Waits ofFile(List<Transaction> transactions) {
        Map<TransactionType, Wait> waits = new EnumMap<>(TransactionType.class);
        transactions.forEach(
                transaction -> waits.put(transaction.type(), new Wait(transaction.keying(), transaction.meanThink())));
        return Waits.of(type -> waits.getOrDefault(type, new Wait(Duration.ZERO, Duration.ZERO)));
    }
}
