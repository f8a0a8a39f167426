package squall.ycsb.store;

import java.io.IOException;

/** The table of one shard, as a whole. Safe for use by many threads. Each call throws IOException if the database refuses, saying why. */
public interface StoredTable {
    String name();

    /** The statement that makes it. @throws IllegalArgumentException if this database has not all of its options */
    String ddl();

    boolean exists() throws IOException, InterruptedException;

    void create() throws IOException, InterruptedException;

    /** Whether there is at least one row; cheap. */
    boolean hasRows() throws IOException, InterruptedException;

    long count() throws IOException, InterruptedException;

    void truncate() throws IOException, InterruptedException;

    /** Drops it, if it is there. */
    void drop() throws IOException, InterruptedException;
}
