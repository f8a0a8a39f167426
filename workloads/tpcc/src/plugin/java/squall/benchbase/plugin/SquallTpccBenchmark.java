package squall.benchbase.plugin;

import com.oltpbenchmark.api.LoaderThread;
import java.io.IOException;
import java.sql.Connection;
import squall.system.CommandException;
import squall.sql.SqlDatabase;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.SchemaSettings;
import com.oltpbenchmark.WorkloadConfiguration;
import com.oltpbenchmark.api.BenchmarkModule;
import com.oltpbenchmark.api.Loader;
import com.oltpbenchmark.api.Worker;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import squall.benchbase.plugin.procedures.NewOrder;
import squall.tpcc.WarehouseScale;

/** Benchmark that {@code config/plugin.xml} names; BenchBase creates it with the configuration of the file. */
public final class SquallTpccBenchmark extends BenchmarkModule {
    private static final int NO_SEED = -1;

    private final long seed;

    public SquallTpccBenchmark(WorkloadConfiguration configuration) {
        super(configuration);
        int given = configuration.getRandomSeed();
        this.seed = given == NO_SEED ? new SecureRandom().nextInt() & Integer.MAX_VALUE : given;
    }

    @Override
    protected Package getProcedurePackageImpl() {
        return NewOrder.class.getPackage();
    }

    @Override
    protected List<Worker<? extends BenchmarkModule>> makeWorkersImpl() {
        PluginDatabase target = new PluginDatabase(workConf, seed);
        List<Worker<? extends BenchmarkModule>> workers = new ArrayList<>();
        for (int terminal = 0; terminal < workConf.getTerminals(); terminal++) {
            workers.add(new SquallTpccWorker(this, terminal, target));
        }
        return workers;
    }

    @Override
    protected Loader<SquallTpccBenchmark> makeLoaderImpl() {
        return new SquallTpccLoader(this, new PluginDatabase(workConf, seed));
    }

    /** Returns the warehouses. @throws IllegalArgumentException if the scale factor is not a whole number of them */
    static WarehouseScale scale(WorkloadConfiguration configuration) {
        double factor = configuration.getScaleFactor();
        if (factor < 1 || factor != Math.rint(factor)) {
            throw new IllegalArgumentException("scalefactor must be a whole number of warehouses, not " + factor);
        }
        return WarehouseScale.of((int) factor);
    }

/** Loader that uses Squall's own, which is parallel by itself: to BenchBase it is one thread. */
private static final class SquallTpccLoader extends Loader<SquallTpccBenchmark> {
    private final PluginDatabase target;

    SquallTpccLoader(SquallTpccBenchmark benchmark, PluginDatabase target) {
        super(benchmark);
        this.target = target;
    }

    @Override
    public List<LoaderThread> createLoaderThreads() {
        return List.of(new LoaderThread(benchmark) {
            @Override
            public void load(Connection connection) {
                loadAll();
            }
        });
    }

    private void loadAll() {
        try {
            SqlDatabase database = target.connect();
            TpccSchema schema = TpccSchema.of(
                    database.dialect(), SchemaSettings.of(target.scale().total()));
            LoaderSettings settings = LoaderSettings.of(
                    database, LoadSeed.drawn(), target.configuration().getLoaderThreads(), LoadListener.SILENT);
            new squall.tpcc.loading.TpccLoader(database, schema, target.scale(), settings).load();
        } catch (CommandException | IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while loading", e);
        }
    }
}
}
