package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import squall.benchbase.config.ConfigFile;
import squall.cli.CommandException;
import squall.cli.Surroundings;
import squall.spi.LoadProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.SqlSettings;
import squall.tpcc.Scale;
import squall.tpcc.terminal.Homes;
import squall.tpcc.terminal.Waits;

/** Offers TPC-C as a configuration file has it: its data, the mix of its first work, the waits of its terminals. */
public final class TpccLoads implements LoadProvider {
    private static final String CONFIG = "config";
    private static final String WAREHOUSES = "warehouses";
    private static final String TERMINALS = "terminals";
    private static final String ISOLATION = "isolation";
    private static final String THINK = "think";
    private static final String STATEMENT_TIMEOUT = "statementTimeout";
    private static final List<String> KNOWN =
            List.of(CONFIG, WAREHOUSES, TERMINALS, ISOLATION, THINK, STATEMENT_TIMEOUT);

    private static final int MOST_WAREHOUSES = 1_000_000;
    private static final int MOST_TERMINALS = 10_000_000;
    private static final int USUAL_TERMINALS = 10;

    /** The smallest that is shipped, by kind of target; of those that speak PostgreSQL's language without being it, PostgreSQL's. */
    private static final String USUAL = "benchbase-configs/postgres/sample_tpcc_config.xml";

    private static final Map<String, String> USUAL_OF = Map.of(
            "cockroachdb", "benchbase-configs/cockroachdb/sample_tpcc_config.xml",
            "yugabytedb", "benchbase-configs/yugabytedb/sample_tpcc_config.xml");

    private final Surroundings surroundings = Surroundings.ofProcess();

    @Override
    public String kind() {
        return "tpcc";
    }

    @Override
    public String summary() {
        return "TPC-C: config=FILE of BenchBase's, warehouses, terminals, isolation, think=spec|none, statementTimeout";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) throws IOException {
        options.allowOnly(KNOWN);
        try {
            ConfigFile config = config(options.text(CONFIG, USUAL_OF.getOrDefault(target.kind(), USUAL)));
            requireNoDeferral(config);
            requireNotSerial(config);
            Scale scale = Scale.of(options.number(WAREHOUSES, config.data().warehouses(), 1, MOST_WAREHOUSES));
            Crew crew = crew(options, config, scale);
            UnaryOperator<SqlSettings> changes = changes(options);
            SqlSettings unused =
                    changes.apply(SqlSettings.of(target.url(), target.user(), target.password())); // complains
            return new TpccOffer(
                    new Address(target.url(), target.user(), target.password()),
                    changes,
                    crew,
                    homes(options, crew),
                    seed);
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private ConfigFile config(String name) throws CommandException {
        List<Path> folders = new ArrayList<>(List.of(surroundings.folder()));
        surroundings.home().ifPresent(folders::add);
        Path file = folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(surroundings.folder().resolve(name));
        return ConfigFile.read(name, file, folders);
    }

    private static void requireNoDeferral(ConfigFile config) {
        if (config.extension().deferredSessions().isPresent()) {
            throw new IllegalArgumentException(config.name()
                    + ": <deferreddelivery> needs sessions of its own, which there are none of here: take it out");
        }
    }

    private static void requireNotSerial(ConfigFile config) {
        if (config.phases().getFirst().serial()) {
            throw new IllegalArgumentException(
                    config.name() + ": work 1 is serial and so over when each transaction was done: take out <serial>");
        }
    }

    private static Crew crew(Options options, ConfigFile config, Scale scale) throws CommandException {
        Crew ofFile = Crew.of(config, scale, new SquallFlags());
        String think = options.text(THINK, "");
        return switch (think) {
            case "" -> ofFile;
            case "spec" -> new Crew(config, scale, Optional.of(Waits.SPECIFIED), ofFile.connections());
            case "none" -> new Crew(config, scale, Optional.empty(), ofFile.connections());
            default ->
                throw new IllegalArgumentException("load: option '" + THINK + "' must be spec or none, not '" + think
                        + "'; without it the file's waits hold");
        };
    }

    private static Homes homes(Options options, Crew crew) {
        return new Homes(crew.scale(), options.number(TERMINALS, usualTerminals(options, crew), 1, MOST_TERMINALS));
    }

    /**
     * Those that think as specified are as many as specified, others as many as in the file that was named. The file that is taken where
     * none was named has one: enough to see whether everything works, and too few to keep a rate while one waits.
     */
    private static int usualTerminals(Options options, Crew crew) {
        if (options.text(THINK, "").equals("spec")) {
            return Homes.specified(crew.scale()).terminals();
        }
        int ofFile = crew.sessions(crew.config().phases().getFirst());
        return options.text(CONFIG, "").isEmpty() ? Math.max(ofFile, USUAL_TERMINALS) : ofFile;
    }

    private static UnaryOperator<SqlSettings> changes(Options options) {
        String isolation = options.text(ISOLATION, "");
        Duration limit = options.duration(STATEMENT_TIMEOUT, Duration.ZERO);
        return settings -> {
            SqlSettings changed = isolation.isEmpty() ? settings : settings.withIsolation(isolation);
            return limit.isZero() ? changed : changed.withStatementTimeout(limit);
        };
    }
}
