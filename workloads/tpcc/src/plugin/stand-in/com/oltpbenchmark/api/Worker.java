package com.oltpbenchmark.api;

import com.oltpbenchmark.types.TransactionStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/** Stub of BenchBase's class of this name: runs each transaction twenty times, and commits it. */
public abstract class Worker<T extends BenchmarkModule> {
    private static final int ROUNDS = 20;
    private static final List<String> TYPES = List.of("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel");

    private final T benchmark;

    public Worker(T benchmark, int id) {
        this.benchmark = benchmark;
    }

    protected void initialize() {}

    protected abstract TransactionStatus executeWork(Connection connection, TransactionType type)
            throws Procedure.UserAbortException, SQLException;

    protected long getPreExecutionWaitInMillis(TransactionType type) {
        return 0;
    }

    protected long getPostExecutionWaitInMillis(TransactionType type) {
        return 0;
    }

    public final Random rng() {
        return benchmark.rng();
    }

    final void run(String procedures) {
        initialize();
        try (Connection connection = benchmark.makeConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            for (int round = 0; round < ROUNDS; round++) {
                for (String name : TYPES) {
                    one(connection, TransactionType.of(procedures, name));
                }
            }
        } catch (SQLException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void one(Connection connection, TransactionType type) throws SQLException {
        try {
            executeWork(connection, type);
            connection.commit();
        } catch (Procedure.UserAbortException e) {
            connection.rollback();
        }
    }
}
