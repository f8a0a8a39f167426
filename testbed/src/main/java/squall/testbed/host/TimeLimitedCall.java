package squall.testbed.host;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of libraries that have no timeout. */
public final class TimeLimitedCall {
    private TimeLimitedCall() {}

    /**
     * The result of the call, made on a separate thread that is abandoned after the limit.
     *
     * @param what the action and its target, for messages
     * @throws IOException if the call fails or takes longer
     */
    public static <T> T call(Duration limit, String what, Callable<T> call) throws IOException, InterruptedException {
        var task = new FutureTask<>(call);
        Thread.ofVirtual().name("bounded").start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            throw new IOException(what + ": " + reason(failure), failure);
        } catch (TimeoutException e) {
            throw new IOException(what + ": no answer within " + limit.toMillis() + " ms", e);
        } finally {
            task.cancel(true); // closes the socket that a virtual thread waits on
        }
    }

    private static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
