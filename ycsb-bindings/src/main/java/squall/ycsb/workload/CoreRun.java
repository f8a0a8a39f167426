package squall.ycsb.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.cli.CommandException;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.InsertWindow;
import squall.ycsb.distribution.Lengths;
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
    private final CoreMix mix;
    private final KeyPlan keyPlan;
    private final Lengths scanLengths;
    private final boolean readAll;
    private final boolean writeAll;
    private final @Nullable Integrity integrity;
    private final Stores stores;
    private final @Nullable StampedStores stamped;
    private final InsertWindow inserts;
    private final Database server;

    /**
     * @param server what the database says of itself
     * @param firstInsert number of the first row this run inserts
     */
    public CoreRun(YcsbProperties properties, CoreSettings settings, Stores stores, Database server, long firstInsert)
            throws CommandException {
        this.settings = settings;
        this.integrity = settings.values() instanceof ValueMaker.Verifiable values ? new Integrity(values) : null;
        this.mix = new CoreMix(properties, integrity != null);
        this.keyPlan = KeyPlan.of(properties, settings);
        int shortest = CoreSettings.atMost(properties, CoreProperties.MIN_SCAN_LENGTH, CoreProperties.MAX_SCAN_LENGTH);
        int longest = properties.get(CoreProperties.MAX_SCAN_LENGTH);
        this.scanLengths =
                properties.get(CoreProperties.SCAN_LENGTH_DISTRIBUTION).equals("uniform")
                        ? Lengths.uniform(shortest, longest)
                        : Lengths.zipfian(shortest, longest);
        this.readAll = properties.get(CoreProperties.READ_ALL_FIELDS);
        this.writeAll = properties.get(CoreProperties.WRITE_ALL_FIELDS);
        this.stamped = stamped(settings, stores);
        this.stores = stamped == null ? stores : stamped;
        this.server = server;
        this.inserts = new InsertWindow(firstInsert);
    }

    /** Which request distribution really runs, for the report. */
    public String distribution() {
        return keyPlan.name();
    }

    @Override
    public List<Operation> operations() {
        return mix.operations();
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
    public Session open(int session) throws IOException {
        return new CoreSession(this, stores.open(session), keyPlan.choosers().get());
    }

    @Override
    public Operation planned(long index) {
        return mix.whole(mix.next(new SplitMix().seek(settings.seed(), index)));
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

    CoreMix mix() {
        return mix;
    }

    Lengths scanLengths() {
        return scanLengths;
    }

    boolean readAll() {
        return readAll;
    }

    boolean writeAll() {
        return writeAll;
    }

    @Nullable
    Integrity integrity() {
        return integrity;
    }

    InsertWindow inserts() {
        return inserts;
    }
}
