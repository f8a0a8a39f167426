package squall.tpcc.run;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Place;
import squall.spi.Session;
import squall.sql.Dialect;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.metrics.SqlInstruments;
import squall.tpcc.TransactionType;
import squall.tpcc.check.Moment;
import squall.tpcc.terminal.Inputs;
import squall.tpcc.transaction.Profiles;

/** TPC-C on tables that are loaded: its operations are the five transactions, in the order of {@link TransactionType}. */
public final class TpccLoad implements Load {
    private final SqlDatabase database;
    private final TpccSettings settings;
    private final Operations operations;
    private volatile @Nullable Ground ground;
    private volatile String checking = "";

    /** @throws IllegalArgumentException if the statements are in no dialect of this database */
    public TpccLoad(SqlDatabase database, TpccSettings settings) {
        if (database.dialect() == Dialect.GENERIC) {
            throw new IllegalArgumentException(
                    "TPC-C speaks with PostgreSQL, CockroachDB and YugabyteDB, and this server is none of them");
        }
        this.database = database;
        this.settings = settings;
        this.operations = new Operations(settings);
    }

    @Override
    public List<Operation> operations() {
        return operations.all();
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        ground = Ground.survey(database, settings.scale(), settings.seed());
        settings.evidence().orders().begin(database);
    }

    @Override
    public Database database() {
        return ground().server();
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        SqlSession<Profiles> profiles =
                database.session(session, connection -> new Profiles(connection, database.dialect()));
        Inputs inputs = new Inputs(settings.seed(), settings.homes(), ground().constants());
        return new TpccSession(settings, operations, inputs, profiles);
    }

    @Override
    public Operation planned(Place place) {
        return operations.of(place, settings.type(place));
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return SqlInstruments.of(database, pages);
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        Evidence evidence = settings.evidence();
        List<CheckResult> results = new ArrayList<>(
                evidence.conditions().run(database, settings.scale(), Moment.AFTER_RUN, far -> checking = far));
        checking = "looking up acknowledged orders";
        results.add(evidence.orders().verify(database));
        return results;
    }

    @Override
    public String checking() {
        return checking;
    }

    @Override
    public void close() {
        // The connections are the sessions', which are closed by now.
    }

    private Ground ground() {
        Ground known = ground;
        if (known == null) {
            throw new IllegalStateException("the load has not been set up");
        }
        return known;
    }
}
