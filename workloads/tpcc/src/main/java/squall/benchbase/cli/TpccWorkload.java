package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.ConfiguredServer;
import squall.cli.CommandEnvironment;
import squall.engine.schedule.ClientSplit;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.PasswordPrompt;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;

/** Workload {@code tpcc}: TPC-C by a configuration file, with its data, the mix of its first work and the waits of its terminals. */
public final class TpccWorkload implements Workload {
    private static final String CONFIG = "config";
    private static final String WAREHOUSES = "warehouses";
    private static final String TERMINALS = "terminals";
    private static final String ISOLATION = "isolation";
    private static final String THINK = "think";
    private static final List<String> KNOWN =
            List.of(CONFIG, WAREHOUSES, TERMINALS, ISOLATION, THINK, STATEMENT_TIMEOUT);

    private static final int MOST_TERMINALS = 10_000_000;
    private static final int USUAL_TERMINALS = 10;

    /** Smallest included file for PostgreSQL, also for databases compatible with it. */
    private static final String USUAL = "benchbase-configs/postgres/sample_tpcc_config.xml";

    private static final Map<String, String> USUAL_OF = Map.of(
            "cockroachdb", "benchbase-configs/cockroachdb/sample_tpcc_config.xml",
            "yugabytedb", "benchbase-configs/yugabytedb/sample_tpcc_config.xml");

    private final CommandEnvironment environment = CommandEnvironment.ofProcess();

    @Override
    public String name() {
        return "tpcc";
    }

    @Override
    public String summary() {
        return "TPC-C: config=FILE of BenchBase's, warehouses, terminals, isolation, think=spec|none, statementTimeout";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) throws IOException {
        options.allowOnly(KNOWN);
        try {
            ConfigFile config = config(options.text(CONFIG, USUAL_OF.getOrDefault(target.kind(), USUAL)));
            requireNoDeferral(config);
            requireNotSerial(config);
            WarehouseScale scale = WarehouseScale.of(
                    options.number(WAREHOUSES, config.data().warehouses(), 1, WarehouseScale.MOST_WAREHOUSES));
            TerminalSettings waiting = waiting(options, config, scale);
            BenchbaseConnection connection = connection(options, target, config.server());
            return new PreparedTpcc(connection, waiting.withTerminals(terminals(options, waiting)), seed);
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private ConfigFile config(String name) throws CommandException {
        List<Path> folders = new ArrayList<>(List.of(environment.folder()));
        environment.home().ifPresent(folders::add);
        Path file = folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(environment.folder().resolve(name));
        return ConfigFile.read(name, file, folders);
    }

    private static void requireNoDeferral(ConfigFile config) {
        if (config.extension().deferredSessions().isPresent()) {
            throw new IllegalArgumentException(config.name()
                    + ": <deferreddelivery> needs separate sessions, which are not available here: remove it");
        }
    }

    private static void requireNotSerial(ConfigFile config) {
        if (config.phases().getFirst().serial()) {
            throw new IllegalArgumentException(config.name()
                    + ": work 1 is serial, so it ends after running each transaction once: remove <serial>");
        }
    }

    /** Returns the settings of the file with the waits of the options. */
    private static TerminalSettings waiting(Options options, ConfigFile config, WarehouseScale scale)
            throws CommandException {
        TerminalSettings ofFile = TerminalSettings.of(config, scale, new SquallFlags(), ClientSplit.WHOLE);
        String think = options.text(THINK, "");
        return switch (think) {
            case "" -> ofFile;
            case "spec" -> ofFile.withWaits(Optional.of(TerminalWaits.SPECIFIED));
            case "none" -> ofFile.withWaits(Optional.empty());
            default ->
                throw new IllegalArgumentException("load: option '" + THINK + "' must be spec or none, not '" + think
                        + "'; without it the waits in the file apply");
        };
    }

    private static int terminals(Options options, TerminalSettings waiting) {
        return options.number(TERMINALS, usualTerminals(options, waiting), 1, MOST_TERMINALS);
    }

    /**
     * Returns the number of terminals if none is given: as many as specified if they think as specified, else as many as in the given file.
     * The file that is taken by default has a single one, too few to keep a rate while it waits for an answer, so then there are ten.
     */
    private static int usualTerminals(Options options, TerminalSettings waiting) {
        if (options.text(THINK, "").equals("spec")) {
            return TerminalHomes.specified(waiting.scale()).terminals();
        }
        int ofFile = waiting.sessions(waiting.config().phases().getFirst());
        return options.text(CONFIG, "").isEmpty() ? Math.max(ofFile, USUAL_TERMINALS) : ofFile;
    }

    private static BenchbaseConnection connection(Options options, Target target, ConfiguredServer server) {
        String isolation = options.text(ISOLATION, "");
        Duration limit = options.duration(STATEMENT_TIMEOUT, Duration.ZERO);
        SqlSettings ofFile = BenchbaseConnection.settings(target, server);
        SqlSettings isolated = isolation.isEmpty() ? ofFile : ofFile.withIsolation(isolation);
        return new BenchbaseConnection(
                limit.isZero() ? isolated : isolated.withStatementTimeout(limit),
                server.sessions(),
                PasswordPrompt.refused());
    }
}
