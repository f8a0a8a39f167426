package squall.sysbench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.NearestName;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sysbench.OltpLoad;
import squall.sysbench.OltpSettings;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.SbtestTables;
import squall.system.CommandException;

/** Offers sysbench's tests, with the options of {@code bin/sysbench}. */
public final class SysbenchLoads implements LoadProvider {
    private static final String TEST = "test";
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /** The options that the caller decides. */
    private static final List<String> DRIVERS =
            List.of("time", "events", "rate", "warmup-time", "rand-seed", "report-interval", "percentile", "histogram");

    @Override
    public String kind() {
        return "sysbench";
    }

    @Override
    public String summary() {
        return "a test of sysbench: test=" + String.join("|", OltpTest.labels())
                + ", tables, table-size, threads, and the other options of bin/sysbench";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) throws IOException {
        OltpTest test = test(options.text(TEST, OltpTest.OLTP_READ_WRITE.label()));
        SysbenchFlags flags = flags(options);
        try {
            flags.require();
            SqlLogin login = new SqlLogin(
                    target.url(),
                    target.user(),
                    target.password(),
                    options.duration(STATEMENT_TIMEOUT, SqlLogin.STATEMENT_TIMEOUT),
                    flags.prepared() ? Map.of() : Map.of("preferQueryMode", "simple"));
            return new SysbenchOffer(login, flags.settings(test, seed, true), flags.threads());
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private static OltpTest test(String name) {
        return OltpTest.find(name)
                .orElseThrow(() -> new IllegalArgumentException("load: option 'test' must be one of "
                        + String.join(", ", OltpTest.labels()) + ", not '" + name + "'"
                        + NearestName.hint(name, OltpTest.labels())));
    }

    private static SysbenchFlags flags(Options options) {
        Map<String, String> values = new TreeMap<>(options.all());
        values.remove(TEST);
        values.remove(STATEMENT_TIMEOUT);
        SysbenchFlags flags = new SysbenchFlags();
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create()).addMixin("flags", flags);
        List<String> known = line.getCommandSpec().optionsMap().keySet().stream()
                .map(name -> name.substring(2))
                .sorted()
                .toList();
        List<String> words = new ArrayList<>();
        values.forEach((written, value) -> {
            String name = written.replace('_', '-');
            if (DRIVERS.contains(name)) {
                throw new IllegalArgumentException(
                        "load: option '" + written + "' is set by the command that drives the load: omit it");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "load: unknown option '" + written + "'" + NearestName.hint(name, known));
            }
            words.add("--" + name + "=" + value);
        });
        try {
            line.setCaseInsensitiveEnumValuesAllowed(true);
            line.parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new IllegalArgumentException("load: " + e.getMessage(), e);
        }
        return flags;
    }

    /** One test on one database. */
    private record SysbenchOffer(SqlLogin login, OltpSettings settings, int sessions) implements LoadProvider.Offer {
        @Override
        public void fill(Consumer<String> say) throws IOException, InterruptedException {
            try {
                SqlDatabase database = login.connect();
                SbtestTables tables = new SbtestTables(database, settings.data(), say);
                tables.require();
                if (!tables.exist()) {
                    tables.drop();
                    tables.prepare(
                            new SbtestTables.SbtestRows(settings.data(), settings.ids(), settings.seed())
                                    .forTest(settings.test()),
                            Runtime.getRuntime().availableProcessors());
                }
            } catch (CommandException e) {
                throw e.plain();
            }
        }

        @Override
        public Load load() throws IOException, InterruptedException {
            try {
                return new OltpLoad(login.connect(), settings);
            } catch (CommandException e) {
                throw e.plain();
            }
        }
    }
}
