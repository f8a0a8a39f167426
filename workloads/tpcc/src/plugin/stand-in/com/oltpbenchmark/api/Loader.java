package com.oltpbenchmark.api;

import java.sql.SQLException;
import java.util.List;

/** Stub of BenchBase's class of this name. */
public abstract class Loader<T extends BenchmarkModule> {
    protected final T benchmark;

    public Loader(T benchmark) {
        this.benchmark = benchmark;
    }

    public abstract List<LoaderThread> createLoaderThreads() throws SQLException;
}
