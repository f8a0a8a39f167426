package squall.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A bucket: a set of named objects on another machine, to be read. Called from one thread, and closed by it. */
public interface ObjectStore extends AutoCloseable {
    /**
     * All objects whose names begin with this, in the store's order.
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

    /** @param name as the store has it: any text that another program chose, so never the name of a file as it stands */
    record StoredObject(String name, long bytes) {}
}
