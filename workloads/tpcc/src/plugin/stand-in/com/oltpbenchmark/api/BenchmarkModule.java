package com.oltpbenchmark.api;

import com.oltpbenchmark.WorkloadConfiguration;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/** Stub of BenchBase's class of this name, with the methods that the plug-in calls or overrides. */
public abstract class BenchmarkModule {
    protected final WorkloadConfiguration workConf;

    public BenchmarkModule(WorkloadConfiguration workConf) {
        this.workConf = workConf;
    }

    protected abstract List<Worker<? extends BenchmarkModule>> makeWorkersImpl() throws IOException;

    protected abstract Loader<? extends BenchmarkModule> makeLoaderImpl();

    protected abstract Package getProcedurePackageImpl();

    public final Connection makeConnection() throws SQLException {
        return DriverManager.getConnection(workConf.getUrl(), workConf.getUsername(), workConf.getPassword());
    }

    public final void load() throws SQLException {
        makeLoaderImpl().createLoaderThreads().forEach(LoaderThread::run);
    }

    public final void execute() throws IOException {
        makeWorkersImpl().forEach(worker -> worker.run(getProcedurePackageImpl().getName()));
    }

    public Random rng() {
        return new Random();
    }
}
