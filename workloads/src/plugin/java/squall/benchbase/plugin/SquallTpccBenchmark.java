package squall.benchbase.plugin;

import com.oltpbenchmark.WorkloadConfiguration;
import com.oltpbenchmark.api.BenchmarkModule;
import com.oltpbenchmark.api.Loader;
import com.oltpbenchmark.api.Worker;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import squall.benchbase.plugin.procedures.NewOrder;
import squall.tpcc.Scale;

/** What {@code config/plugin.xml} names; BenchBase makes it with the configuration of the file. */
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
        Target target = new Target(workConf, seed);
        List<Worker<? extends BenchmarkModule>> workers = new ArrayList<>();
        for (int terminal = 0; terminal < workConf.getTerminals(); terminal++) {
            workers.add(new SquallTpccWorker(this, terminal, target));
        }
        return workers;
    }

    @Override
    protected Loader<SquallTpccBenchmark> makeLoaderImpl() {
        return new SquallTpccLoader(this, new Target(workConf, seed));
    }

    /** Warehouses are whole. */
    static Scale scale(WorkloadConfiguration configuration) {
        double factor = configuration.getScaleFactor();
        if (factor < 1 || factor != Math.rint(factor)) {
            throw new IllegalArgumentException("scalefactor must be a whole number of warehouses, not " + factor);
        }
        return Scale.of((int) factor);
    }
}
