package squall.sysbench.kv.cli;

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
import squall.sysbench.cli.SqlLogin;
import squall.sysbench.kv.KvLoad;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvTable;
import squall.system.CommandException;

/** Offers kv, with the options of {@code bin/kv}. */
public final class KvLoads implements LoadProvider {
    private static final String STATEMENT_TIMEOUT = "statementTimeout";

    /** The options that the caller decides. */
    private static final List<String> DRIVERS = List.of("duration", "ramp", "max-ops", "max-rate", "seed");

    @Override
    public String kind() {
        return "kv";
    }

    @Override
    public String summary() {
        return "CockroachDB's kv: read-percent, concurrency, insert-count, splits, and the other options of bin/kv";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) throws IOException {
        KvFlags flags = flags(options);
        try {
            SqlLogin login = new SqlLogin(
                    target.url(),
                    target.user(),
                    target.password(),
                    options.duration(STATEMENT_TIMEOUT, SqlLogin.STATEMENT_TIMEOUT),
                    Map.of());
            return new KvOffer(login, flags, flags.settings(seed, true));
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    private static KvFlags flags(Options options) {
        Map<String, String> values = new TreeMap<>(options.all());
        values.remove(STATEMENT_TIMEOUT);
        KvFlags flags = new KvFlags();
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
        line.addMixin("flags", flags);
        List<String> known = line.getCommandSpec().optionsMap().keySet().stream()
                .map(name -> name.substring(2))
                .sorted()
                .toList();
        List<String> words = new ArrayList<>();
        values.forEach((name, value) -> {
            if (DRIVERS.contains(name)) {
                throw new IllegalArgumentException(
                        "load: option '" + name + "' is set by the command that drives the load: omit it");
            }
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "load: unknown option '" + name + "'" + NearestName.hint(name, known));
            }
            words.add("--" + name + "=" + value);
        });
        try {
            line.parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new IllegalArgumentException("load: " + e.getMessage(), e);
        }
        return flags;
    }

    /** The workload on one database. */
    private record KvOffer(SqlLogin login, KvFlags flags, KvSettings settings) implements LoadProvider.Offer {
        @Override
        public void fill(Consumer<String> say) throws IOException, InterruptedException {
            try {
                KvTable table = new KvTable(login.connect());
                if (!table.exists()) {
                    table.create(settings.keys(), flags.splits(), flags.scatter());
                    if (flags.insertCount() > 0) {
                        table.fill(settings, flags.insertCount(), flags.concurrency(), say);
                    }
                }
            } catch (CommandException e) {
                throw e.plain();
            }
        }

        @Override
        public Load load() throws IOException, InterruptedException {
            try {
                var database = login.connect();
                boolean told = flags.writeSeq().isPresent();
                return new KvLoad(database, told ? settings : settings.from(new KvTable(database).count()));
            } catch (CommandException e) {
                throw e.plain();
            }
        }

        @Override
        public int sessions() {
            return flags.concurrency();
        }
    }
}
