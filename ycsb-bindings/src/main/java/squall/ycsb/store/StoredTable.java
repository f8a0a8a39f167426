package squall.ycsb.store;

import java.io.IOException;
import java.util.Optional;

/** The table of one shard, as a whole. Safe for use by many threads. Each call throws IOException if the database refuses, saying why. */
public interface StoredTable {
    String name();

    /** The statement that makes it. @throws IllegalArgumentException if this database has not all of its options */
    String ddl();

    /** How it is spread when it is made, in a few words; empty: as the database does when told nothing. */
    String layout();

    /** In what the table that is there is spread otherwise than was asked for; empty: in nothing, or the database is not asked. */
    Optional<String> misfit() throws IOException, InterruptedException;

    boolean exists() throws IOException, InterruptedException;

    void create() throws IOException, InterruptedException;

    /** Whether there is at least one row; cheap. */
    boolean hasRows() throws IOException, InterruptedException;

    long count() throws IOException, InterruptedException;

    void truncate() throws IOException, InterruptedException;

    /** Drops it, if it is there, and makes it; where the database can, a failure leaves the old one as it was. */
    void replace() throws IOException, InterruptedException;
}
