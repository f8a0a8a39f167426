package squall.cql.driver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Wait for the driver's responses; unlike the driver's own blocking calls it can be interrupted. */
public final class DriverAwait {
    private DriverAwait() {}

    /** @throws RuntimeException the driver's own, if the call failed */
    public static <T> T on(CompletionStage<T> call) throws InterruptedException {
        return on(call.toCompletableFuture());
    }

    public static <T> T on(CompletableFuture<T> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(
                    "the driver failed with an error that is not a response: " + e.getCause(), e);
        }
    }
}
