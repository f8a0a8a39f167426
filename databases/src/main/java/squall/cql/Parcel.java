package squall.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.Failure;
import squall.sql.Failure.Remedy;

/** One statement of a {@link CqlPipeline} on its way. One thread. */
final class Parcel {
    private final int place;
    private final Statement<?> statement;
    private int attempts;
    private @Nullable Failure failure;
    private Outcome.@Nullable Unknown lost;

    Parcel(int place, Statement<?> statement) {
        this.place = place;
        this.statement = statement;
    }

    int place() {
        return place;
    }

    int attempts() {
        return Math.max(1, attempts);
    }

    /** Sends it, once more or for the first time. */
    CompletableFuture<AsyncResultSet> send(CqlDatabase database) {
        return database.session().executeAsync(statement).toCompletableFuture();
    }

    /** What its last attempt failed with. */
    Failure failure() {
        if (failure == null) {
            throw new IllegalStateException("statement " + place + " has not failed");
        }
        return failure;
    }

    /** An attempt was answered, after the driver had sent it so often. */
    void answered(int sent) {
        attempts += sent;
    }

    /** An attempt failed, after the driver had sent it so often. */
    void failed(Failure judged, int sent) {
        attempts += sent;
        failure = judged;
        if (lost == null && judged.outcome() instanceof Outcome.Unknown unknown) {
            lost = unknown;
        }
    }

    /** Whether it may be sent again: whoever has waited for a whole timeout has his answer. */
    boolean repeatable() {
        boolean timedOut = switch (failure().outcome()) {
            case Outcome.Ok ok -> true;
            case Outcome.Refused refused -> refused.error().kind() == ErrorKind.TIMEOUT;
            case Outcome.Unknown unknown -> unknown.error().kind() == ErrorKind.TIMEOUT;
        };
        return failure().remedy() != Remedy.NONE && !timedOut;
    }

    /** What it amounts to if that was its last attempt: an answer once lost stays lost. */
    Outcome outcome() {
        return lost == null ? failure().outcome() : lost;
    }
}
