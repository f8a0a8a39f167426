package squall.ycsb.workload;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.measure.OperationSummary;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.ycsb.distribution.InsertWindow;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedStores;
import squall.ycsb.store.Stores;

/**
 * CoreWorkload's run phase.
 *
 * <p>Operation {@code n} of a seed is the same in every run: its kind, its random numbers and so its row, its columns and its values. Two
 * things depend on what other sessions did: numbers of inserted rows go by arrival, and no row is read that is not yet answered for.
 */
public final class CoreRun implements Load {
    private final CoreSettings settings;
    private final CoreTraffic traffic;
    private final @Nullable Integrity integrity;
    private final Stores stores;
    private final @Nullable StampedStores stamped;
    private final InsertWindow inserts;
    private final Database server;

    /**
     * @param server what the database says of itself
     * @param firstInsert number of the first row this run inserts
     */
    public CoreRun(CoreSettings settings, CoreTraffic traffic, Stores stores, Database server, long firstInsert) {
        this.settings = settings;
        this.traffic = traffic;
        this.integrity = settings.values() instanceof ValueMaker.Verifiable values ? new Integrity(values) : null;
        this.stamped = stamped(settings, stores);
        this.stores = stamped == null ? stores : stamped;
        this.server = server;
        this.inserts = new InsertWindow(firstInsert);
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
    public Database database() {
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
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        if (integrity != null) {
            results.addAll(integrity.results());
        }
        if (stamped != null) {
            results.add(stamped.check());
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
            notes.add(inserts.overtaken() + " inserts unanswered after " + InsertWindow.SIZE + " later ones, first "
                    + settings.keys().of(inserts.firstOvertaken().getFirst()));
        }
        return notes;
    }

    @Override
    public void close() {
        // The stores are their maker's to close.
    }

    /** A writer's name is the moment it began at: no two runs on one table have the same. */
    private static @Nullable StampedStores stamped(CoreSettings settings, Stores stores) {
        return settings.values() instanceof ValueMaker.Stamped values
                ? new StampedStores(
                        stores, values.text(), settings.schema().all(), Long.toString(System.currentTimeMillis(), 36))
                : null;
    }

    CoreSettings settings() {
        return settings;
    }

    CoreTraffic traffic() {
        return traffic;
    }

    @Nullable
    Integrity integrity() {
        return integrity;
    }

    InsertWindow inserts() {
        return inserts;
    }
}
