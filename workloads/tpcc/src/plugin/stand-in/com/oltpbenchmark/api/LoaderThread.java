package com.oltpbenchmark.api;

import java.sql.Connection;
import java.sql.SQLException;

/** Stub of BenchBase's class of this name. */
public abstract class LoaderThread {
    private final BenchmarkModule benchmark;

    public LoaderThread(BenchmarkModule benchmark) {
        this.benchmark = benchmark;
    }

    public abstract void load(Connection connection) throws SQLException;

    final void run() {
        try (Connection connection = benchmark.makeConnection()) {
            load(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
