package squall.sysbench.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import squall.isolation.LoadIsolation;
import squall.spi.PreparedWorkload;
import squall.sysbench.OltpLoad;
import squall.sysbench.OltpSettings;
import squall.sysbench.SbtestTables;
import squall.sysbench.cli.SysbenchWorkload.SysbenchOptions;

/** Workload of a sysbench test on a database, for {@code bin/sysbench} and for scenarios. */
record PreparedOltp(SysbenchOptions options, SqlLogin login) implements PreparedWorkload {
    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        OltpLoad.requireSupport(
                login.connect(), options.settings(), options.judged().isPresent());
        SbtestTables tables = tables(say);
        tables.require();
        if (!tables.exist()) {
            List<String> there = tables.existing();
            if (!there.isEmpty()) {
                throw new IllegalArgumentException("table " + there.getFirst() + " is there, but not all of the "
                        + options.settings().data().tables()
                        + " tables: give as many as there are, or drop them with the"
                        + " command cleanup of bin/sysbench");
            }
            prepare(tables, Runtime.getRuntime().availableProcessors());
        }
    }

    /** Creates the tables, none of which may be there. */
    void prepare(SbtestTables tables, int connections) throws IOException, InterruptedException {
        OltpSettings settings = options.settings();
        tables.prepare(
                new SbtestTables.SbtestRows(settings.data(), settings.ids(), settings.seed()).forTest(settings.test()),
                connections);
    }

    SbtestTables tables(Consumer<String> say) throws IOException, InterruptedException {
        return new SbtestTables(login.connect(), options.settings().data(), say);
    }

    @Override
    public OltpLoad load() throws IOException, InterruptedException {
        return load(Duration.ZERO);
    }

    OltpLoad load(Duration warmUp) throws IOException, InterruptedException {
        return new OltpLoad(
                login.connect(), options.settings(), warmUp, options.judged().map(LoadIsolation::new));
    }

    @Override
    public int sessions() {
        return options.threads();
    }
}
