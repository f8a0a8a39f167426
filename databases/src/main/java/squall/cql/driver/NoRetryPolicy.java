package squall.cql.driver;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;

/**
 * Policy of a driver that sends each request once. Accord answers a timeout with none of none replicas, which the driver's own policy takes
 * for a read worth repeating, though the first one may still be under way. Created by the driver, by its class name.
 */
public final class NoRetryPolicy extends DefaultRetryPolicy {
    /** Creates a policy; called by the driver. */
    public NoRetryPolicy(DriverContext context, String profileName) {
        super(context, profileName);
    }

    @Override
    public RetryVerdict onReadTimeoutVerdict(
            Request request, ConsistencyLevel level, int blockFor, int received, boolean dataPresent, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onWriteTimeoutVerdict(
            Request request, ConsistencyLevel level, WriteType writeType, int blockFor, int received, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onUnavailableVerdict(
            Request request, ConsistencyLevel level, int required, int alive, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retryCount) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onErrorResponseVerdict(Request request, CoordinatorException error, int retryCount) {
        return RetryVerdict.RETHROW;
    }
}
