package squall.spi;

import java.io.IOException;
import java.time.Duration;

/** Provider of buckets of one kind of store; found by {@link java.util.ServiceLoader}. */
public interface ObjectStoreProvider {
    /** Returns the scheme of addresses, which precedes {@code ://}; for example {@code s3}. */
    String scheme();

    /**
     * Opens a bucket; whether it exists shows at the first request.
     *
     * @param limit time for all requests together, from now on
     * @throws IOException if there are no credentials for it
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    ObjectStore open(String bucket, Options options, Duration limit) throws IOException;
}
