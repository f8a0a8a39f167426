package squall.benchbase.plugin;

import com.oltpbenchmark.api.Procedure.UserAbortException;
import com.oltpbenchmark.api.TransactionType;
import com.oltpbenchmark.api.Worker;
import com.oltpbenchmark.types.TransactionStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import squall.sql.SqlDialect;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInputs;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;
import squall.tpcc.transaction.TransactionProfiles;

/**
 * Worker for one terminal. BenchBase chooses the transaction, opens the connection, commits and retries; inputs and statements are Squall's.
 * A retried transaction has the same input again, because inputs are a function of terminal and step.
 */
final class SquallTpccWorker extends Worker<SquallTpccBenchmark> {
    private final int terminal;
    private final PluginDatabase target;
    private @Nullable TransactionInputs inputs;
    private @Nullable SqlDialect dialect;
    private @Nullable TransactionProfiles profiles;
    private @Nullable Connection prepared;
    private long step;

    SquallTpccWorker(SquallTpccBenchmark benchmark, int terminal, PluginDatabase target) {
        super(benchmark, terminal);
        this.terminal = terminal;
        this.target = target;
    }

    @Override
    protected void initialize() {
        try {
            SqlDatabase database = target.connect();
            dialect = database.dialect();
            TerminalHomes homes = new TerminalHomes(target.scale(), target.configuration().getTerminals());
            inputs = new TransactionInputs(target.seed(), homes, target.constants(database));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while connecting", e);
        }
    }

    @Override
    protected TransactionStatus executeWork(Connection connection, TransactionType type) throws SQLException {
        TransactionInputs known = inputs;
        if (known == null) {
            throw new IllegalStateException("the worker was not initialized");
        }
        perform(profiles(connection), known.at(type(type), terminal, step));
        step++;
        return TransactionStatus.SUCCESS;
    }

    @Override
    protected long getPreExecutionWaitInMillis(TransactionType type) {
        return type.getPreExecutionWait();
    }

    /** Draws the think time: negative exponential, cut at ten times the mean (5.2.5.4). */
    @Override
    protected long getPostExecutionWaitInMillis(TransactionType type) {
        double means = Math.min(10, -Math.log(1 - rng().nextDouble()));
        return Math.round(type.getPostExecutionWait() * means);
    }

    private void perform(TransactionProfiles on, TransactionInput input) throws SQLException {
        switch (input) {
            case TransactionInput.NewOrder order -> placed(on.newOrder(order));
            case TransactionInput.Payment payment -> on.payment(payment);
            case TransactionInput.OrderStatus status -> on.orderStatus(status);
            case TransactionInput.Delivery delivery -> on.delivery(delivery);
            case TransactionInput.StockLevel level -> on.stockLevel(level);
        }
    }

    private void placed(PlacedOrder order) {
        if (order.end() == PlacedOrder.TransactionEnd.ROLLED_BACK) {
            step++;
            throw new UserAbortException("Item number is not valid");
        }
    }

    /** Returns the statements prepared on a connection; BenchBase brings a new one after the old one broke. */
    @SuppressWarnings("ReferenceEquality") // the very object is meant
    private TransactionProfiles profiles(Connection connection) throws SQLException {
        TransactionProfiles known = profiles;
        if (known == null || prepared != connection) {
            known = new TransactionProfiles(connection, dialect == null ? Dialects.GENERIC : dialect);
            profiles = known;
            prepared = connection;
        }
        return known;
    }

    private static squall.tpcc.TransactionType type(TransactionType type) {
        return Arrays.stream(squall.tpcc.TransactionType.values())
                .filter(known -> known.label().equals(type.getName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type.getName() + " is no transaction of tpcc"));
    }
}
