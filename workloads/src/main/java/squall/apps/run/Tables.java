package squall.apps.run;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.apps.App;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;

/** One workload's tables on one database, and the ways to work on them. Messages of failures say what, where and found. */
public interface Tables extends AutoCloseable {
    /** Makes what is missing. */
    void create() throws IOException, InterruptedException;

    /** Empties all of them; rows that must be there before the first write are made again. */
    void empty() throws IOException, InterruptedException;

    void drop() throws IOException, InterruptedException;

    /** What is there under our keys. */
    void survey(App.Rows rows) throws IOException, InterruptedException;

    /** What else must hold after the last write. @param writes how they ended */
    List<CheckResult> check(App.Writes writes) throws InterruptedException;

    Database describe() throws IOException, InterruptedException;

    /** Whether a read may see a part of what one write made, by the model of this database. */
    boolean splits();

    /** Whether a read may miss what was acknowledged before it, because it was asked for so. */
    boolean staleReads();

    /** @param batch how many keys one write may have */
    Hand hand(int session, int batch) throws IOException, InterruptedException;

    /** What reads figures of the database's own; as {@link squall.spi.Load#instruments}. */
    List<Instrument> instruments(List<URI> pages);

    @Override
    void close();
}
