package squall.database;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.DriverSteps;
import squall.spi.Instrument;

/** Database under test, or several that divide the keys of a table among them. Safe for use by many threads. */
public interface Database extends AutoCloseable {
    /** Reads the database's description of itself; {@link DatabaseInfo#NONE} if it has none. */
    DatabaseInfo describe() throws IOException, InterruptedException;

    /** Creates the instruments that read the database's own metrics; as {@link squall.spi.Load#instruments}. */
    List<Instrument> instruments(List<URI> pages);

    /** Creates the barrier at which the clients of one run meet; as {@link squall.spi.Load#barrier}. */
    Optional<ClientBarrier> barrier();

    /** Lists the steps so far of the driver that sessions share; as {@link squall.spi.Load#driverSteps}. */
    default DriverSteps driverSteps(long originNs) {
        return DriverSteps.NONE;
    }

    /** Closes what sessions share; they are closed by now. */
    @Override
    void close();

    /** Client of a database in one session. Used by one thread at a time, except {@link #abort}. */
    interface Client extends AutoCloseable {
        /** Returns how often the last operation was sent, at least 1. */
        int attempts();

        /** Aborts a call that another thread is blocked in. May be called by any thread; does not block. Later operations are refused. */
        void abort();

        @Override
        void close();
    }

    /** Table in one database. Safe for use by many threads. Each call throws IOException if the database refuses, saying why. */
    interface Table {
        String name();

        /** Returns the statement that creates the table. @throws IllegalArgumentException if this database has not all of its options */
        String ddl();

        /** Describes in a few words how the table is spread when it is created; empty: as the database does by default. */
        default String layout() {
            return "";
        }

        /** Returns what the database lacks to create the table; empty: nothing, or the database is not asked. */
        default Optional<String> obstacle() throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Describes how the existing table is spread otherwise than requested; empty: in nothing, or the database is not asked. */
        default Optional<String> layoutMismatch() throws IOException, InterruptedException {
            return Optional.empty();
        }

        boolean exists() throws IOException, InterruptedException;

        /** Returns what the existing table lacks that operations need, such as {@code has no column FIELD3}; empty if nothing, or if there is none. */
        Optional<String> mismatch() throws IOException, InterruptedException;

        /** Creates it; if another process creates it at the same moment, that one counts. */
        void create() throws IOException, InterruptedException;

        /** Returns whether there is at least one row; cheap. */
        boolean hasRows() throws IOException, InterruptedException;

        long count() throws IOException, InterruptedException;

        void truncate() throws IOException, InterruptedException;

        /** Drops it, if it exists. */
        void drop() throws IOException, InterruptedException;

        /** Drops it, if it exists, and creates it; where the database can, a failure leaves the old one as it was. */
        void replace() throws IOException, InterruptedException;
    }
}
