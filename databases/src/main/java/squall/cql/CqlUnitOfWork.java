package squall.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.cql.driver.DriverAwait;
import squall.sql.WorkEffect;

/** Unit of work during one attempt, and its database access. Used by one thread, except {@link #abort}. */
public final class CqlUnitOfWork {
    private final CqlDatabase database;
    private final AtomicReference<@Nullable CompletableFuture<?>> waitedFor = new AtomicReference<>();
    private volatile boolean aborted;
    private WorkEffect effect = WorkEffect.READ;
    private boolean handedOver;
    private int attempts;

    CqlUnitOfWork(CqlDatabase database) {
        this.database = database;
    }

    /** Returns the prepared statement of this text, which every handle shares; sent with the consistency of this unit's effect. */
    public PreparedStatement prepared(String text) throws InterruptedException {
        return await(database.prepared(text, effect).toCompletableFuture());
    }

    /** Sends a statement and waits for the answer's first page. */
    public CqlAnswer execute(Statement<?> statement) throws InterruptedException {
        handOver();
        return new CqlAnswer(this, answered(database.session().executeAsync(statement)));
    }

    /** Sends all these statements at once and waits for the first pages of all answers. */
    public List<CqlAnswer> executeAll(List<? extends Statement<?>> statements) throws InterruptedException {
        handOver();
        List<CompletionStage<AsyncResultSet>> calls = new ArrayList<>();
        statements.forEach(statement -> calls.add(database.session().executeAsync(statement)));
        List<CqlAnswer> answers = new ArrayList<>();
        for (CompletionStage<AsyncResultSet> call : calls) {
            answers.add(new CqlAnswer(this, answered(call)));
        }
        return answers;
    }

    AsyncResultSet answered(CompletionStage<AsyncResultSet> call) throws InterruptedException {
        AsyncResultSet page = await(call.toCompletableFuture());
        ExecutionInfo info = page.getExecutionInfo();
        attempts += database.traffic().answered(info);
        return page;
    }

    /** Begins a new attempt. */
    void begin(WorkEffect ofUnit) {
        effect = ofUnit;
        handedOver = false;
        attempts = 0;
    }

    /** Returns whether a statement of the unit itself had been passed to the driver. */
    boolean handedOver() {
        return handedOver;
    }

    /** Returns how often the driver sent the requests that were answered. */
    int attempts() {
        return attempts;
    }

    boolean aborted() {
        return aborted;
    }

    /** Aborts a call in progress; may be called from any thread. */
    void abort() {
        aborted = true;
        CompletableFuture<?> call = waitedFor.get();
        if (call != null) {
            call.cancel(true);
        }
    }

    private void handOver() {
        requireNotAborted();
        handedOver = true;
    }

    private void requireNotAborted() {
        if (aborted) {
            throw new CancellationException("the handle was aborted");
        }
    }

    private <T> T await(CompletableFuture<T> call) throws InterruptedException {
        waitedFor.set(call);
        try {
            requireNotAborted();
            return DriverAwait.on(call);
        } catch (InterruptedException e) {
            call.cancel(true);
            throw e;
        } finally {
            waitedFor.set(null);
        }
    }

    /** Answer to one statement; its further pages are fetched on demand. Used by one thread. */
    public static final class CqlAnswer {
        private final CqlUnitOfWork exchange;
        private AsyncResultSet page;

        CqlAnswer(CqlUnitOfWork exchange, AsyncResultSet first) {
            this.exchange = exchange;
            this.page = first;
        }

        /** Returns the next row, or null after the last. */
        public @Nullable Row next() throws InterruptedException {
            Row row = page.one();
            while (row == null && page.hasMorePages()) {
                page = exchange.answered(page.fetchNextPage());
                row = page.one();
            }
            return row;
        }

        /** Returns whether the condition of a lightweight transaction held; true for every other statement. */
        public boolean applied() {
            return page.wasApplied();
        }
    }
}
