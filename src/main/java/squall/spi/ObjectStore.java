package squall.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Bucket of named objects on another machine, for reading. Used and closed by one thread. */
public interface ObjectStore extends AutoCloseable {
    /**
     * Lists the objects whose names begin with a prefix, in the store's order.
     *
     * @throws IOException if the store cannot be reached, refuses, or does not answer in time; the message says which
     * @throws IllegalArgumentException if there is no such bucket, or if there are more than {@code atMost}
     */
    List<StoredObject> list(String prefix, int atMost) throws IOException;

    /**
     * Copies an object to a file that does not exist yet.
     *
     * @throws IOException as above, or if the file cannot be written
     */
    void copy(StoredObject object, Path file) throws IOException;

    @Override
    void close();

    /** Object of a bucket. @param name any text that another program chose: never use it unchanged as the name of a file */
    record StoredObject(String name, long bytes) {}
}
