package squall.ycsb.workload;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.spi.CheckResult;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.ycsb.distribution.InsertWindow;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedStores;
import squall.ycsb.store.KeyValueStores;

/**
 * CoreWorkload's run phase.
 *
 * <p>Operation {@code n} of a seed is the same in every run: its kind, its random numbers and so its row, its columns and its values. Two
 * things depend on what other sessions did: numbers of inserted rows go by arrival, and no row is read that is not yet answered for.
 */
public final class CoreRun implements Load {
    private final CoreSettings settings;
    private final CoreTraffic traffic;
    private final @Nullable DataIntegrity integrity;
    private final KeyValueStores stores;
    private final @Nullable StampedStores stamped;
    private final @Nullable SharedCounter counter;
    private final InsertWindow inserts;
    private final long firstInsert;
    private final DatabaseInfo server;

    /**
     * @param server what the database says of itself
     * @param firstInsert number of the first row this run inserts
     */
    public CoreRun(
            CoreSettings settings, CoreTraffic traffic, KeyValueStores stores, DatabaseInfo server, long firstInsert) {
        this.settings = settings;
        this.traffic = traffic;
        this.integrity = settings.values() instanceof ValueMaker.Verifiable values ? new DataIntegrity(values) : null;
        this.stamped = stamped(settings, stores);
        this.stores = stamped == null ? stores : stamped;
        this.counter =
                traffic.counter() ? new SharedCounter(stores, settings.schema().only(0), writer()) : null;
        this.server = server;
        this.firstInsert = firstInsert;
        this.inserts = new InsertWindow(firstInsert);
    }

    /** Writes the rows that the run needs in addition to those of the table. @throws IOException if the database does not accept them */
    public void prepare() throws IOException, InterruptedException {
        if (counter != null) {
            counter.create();
        }
    }

    /** Which request distribution really runs, for the report. */
    public String distribution() {
        return traffic.keyPlan().name();
    }

    @Override
    public List<Operation> operations() {
        return traffic.mix().operations();
    }

    @Override
    public void setUp() {
        // The table is the load's; a run that finds none says so with its first operation.
    }

    @Override
    public DatabaseInfo database() {
        return server;
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return new CoreSession(
                this, stores.open(session), traffic.keyPlan().choosers().get());
    }

    @Override
    public Operation planned(long index) {
        CoreMix mix = traffic.mix();
        return mix.whole(mix.next(new SplitMix().seek(settings.seed(), index)));
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return stores.instruments(pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return stores.barrier();
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        if (integrity != null) {
            results.addAll(integrity.results());
        }
        if (stamped != null) {
            results.add(stamped.check());
        }
        if (counter != null) {
            results.add(counter.check());
        }
        return results;
    }

    /** What the user must know of how the run went, one line each. */
    public List<String> notes(RunResult result) {
        List<String> notes = new ArrayList<>();
        long missing = result.total().operations().stream()
                .mapToLong(OperationSummary::notFound)
                .sum();
        if (missing > 0) {
            notes.add("rows are missing: load rows " + settings.first() + " to "
                    + (settings.first() + settings.rows() - 1) + " with the same recordcount and insertorder");
        }
        if (inserts.overtaken() > 0) {
            notes.add(inserts.overtaken() + " inserts without a response after " + InsertWindow.SIZE
                    + " later ones, first "
                    + key(inserts.firstOvertaken().getFirst()));
        }
        return notes;
    }

    @Override
    public void close() {
        // The stores are their maker's to close.
    }

    /** A writer's name is the moment it began at: no two runs on one table have the same. */
    private static @Nullable StampedStores stamped(CoreSettings settings, KeyValueStores stores) {
        return settings.values() instanceof ValueMaker.Stamped values
                ? new StampedStores(stores, values.text(), settings.schema().all(), writer())
                : null;
    }

    private static String writer() {
        return Long.toString(System.currentTimeMillis(), 36);
    }

    CoreSettings settings() {
        return settings;
    }

    CoreTraffic traffic() {
        return traffic;
    }

    @Nullable
    DataIntegrity integrity() {
        return integrity;
    }

    @Nullable
    SharedCounter counter() {
        return counter;
    }

    InsertWindow inserts() {
        return inserts;
    }

    /**
     * The key of a row. Each client counts the rows that it inserts without gaps; in the table they stand among those of the other clients,
     * which it neither reads nor waits for.
     */
    String key(long number) {
        return settings.keys()
                .of(
                        number < firstInsert
                                ? number
                                : firstInsert + settings.split().dealt(number - firstInsert));
    }
}
