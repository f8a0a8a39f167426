package squall.spi;

import java.io.IOException;
import java.time.Duration;

/** Opens buckets of one kind of store; found by {@link java.util.ServiceLoader}. */
public interface ObjectStoreProvider {
    /** What addresses begin with, before {@code ://}; for example {@code s3}. */
    String scheme();

    /**
     * The bucket, which may turn out not to exist when it is first asked.
     *
     * @param limit for everything that is asked of it, from now on
     * @throws IOException if there are no credentials for it
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    ObjectStore open(String bucket, Options options, Duration limit) throws IOException;
}
