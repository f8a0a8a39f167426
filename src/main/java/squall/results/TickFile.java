package squall.results;

import java.io.Closeable;
import java.io.IOException;
import squall.measure.Tick;

/** A file of the run directory that grows by every closed second; what a second brought is on disk when {@link #closed} returns. */
interface TickFile extends Closeable {
    void closed(Tick tick) throws IOException;
}
