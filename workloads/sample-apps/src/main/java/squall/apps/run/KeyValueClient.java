package squall.apps.run;

import java.util.List;
import squall.apps.KeyWrite;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.spi.Turn;

/** How one session writes and reads keys. One thread at a time, except {@link #abort}. */
public interface KeyValueClient extends AutoCloseable {
    /** Writes these keys as a whole. @throws InterruptedException if nothing was sent */
    Outcome write(List<KeyWrite> writes, Turn turn) throws InterruptedException;

    /** Reads one key. @param version the newest that was acknowledged before */
    Outcome read(long key, int version, Turn turn) throws InterruptedException;

    /** What the last acknowledged read saw, part by part. */
    List<ObservedValue> seen();

    /** How often the last write or read was sent, at least 1. */
    int attempts();

    /** Ends a call that another thread is blocked in. From any thread; does not block. */
    void abort();

    @Override
    void close();
}
