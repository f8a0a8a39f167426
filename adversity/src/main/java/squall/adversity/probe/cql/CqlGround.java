package squall.adversity.probe.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.adversity.probe.ground.Balance;
import squall.adversity.probe.ground.Entry;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.ground.Nodes;
import squall.adversity.probe.ground.Place;
import squall.cql.CqlAddress;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.cql.Keyspace;
import squall.spi.Cluster;
import squall.spi.Target;

/** The probes' tables over CQL, read and written at QUORUM. */
public final class CqlGround implements Ground {
    static final String NO_MONEY = "no bank over CQL: it has no transactions that others see as a whole";

    /** Servers give a write up after this, unless they were configured otherwise. */
    private static final Duration SERVERS_LIMIT = Duration.ofSeconds(2);

    /** Else the driver would let a second go by after each statement that makes a table, lest another follow. */
    private static final Map<String, String> WITHOUT_DELAY =
            Map.of("advanced.metadata.schema.debouncer.window", "10 milliseconds");

    private final CqlDatabase database;
    private final Nodes nodes;
    private final long run;
    private final Duration answer;
    private final CqlTexts texts;

    private CqlGround(CqlDatabase database, Nodes nodes, String run, Duration answer) {
        this.database = database;
        this.nodes = nodes;
        this.run = Long.parseLong(run, 16);
        this.answer = answer;
        this.texts = new CqlTexts(run);
    }

    /**
     * Connects.
     *
     * @param run its id, six hexadecimal digits
     * @param answer how long a call may take
     */
    public static CqlGround connect(Target target, List<Cluster.Node> nodes, String run, Duration answer)
            throws IOException, InterruptedException {
        CqlAddress address = CqlAddress.ofUrl(target.url());
        CqlDatabase database = CqlDatabase.connect(new CqlSettings(
                address.contactPoints(),
                address.datacenter(),
                new CqlSettings.Login(target.user(), target.password()),
                CqlSettings.Encryption.OFF,
                CqlSettings.Consistency.QUORUM,
                new CqlSettings.Limits(answer, CqlSettings.Limits.DEFAULT.administration(), answer, answer, 0),
                CqlSettings.Wire.DEFAULT,
                WITHOUT_DELAY));
        return new CqlGround(database, new Nodes(nodes), run, answer);
    }

    @Override
    public void make() throws IOException, InterruptedException {
        new Keyspace(CqlTexts.KEYSPACE, "").make(database);
        for (String table : texts.make()) {
            database.administer("making the probes' tables", table);
        }
    }

    @Override
    public void seedRegisters(List<Integer> keys) throws IOException, InterruptedException {
        for (int key : keys) {
            database.administer("filling the registers", texts.seed(key));
        }
    }

    @Override
    public void seedAccounts(int accounts, long each) {
        throw new UnsupportedOperationException(NO_MONEY);
    }

    @Override
    public void seedCounter() throws IOException, InterruptedException {
        database.administer("filling the counter", texts.seedCounter());
    }

    @Override
    public List<Place> places(int perNode) {
        return new CqlPlaces(database.metadata(), nodes).places(perNode);
    }

    @Override
    public Entry entry(int writer, long number) {
        return new Entry(run, writer, number);
    }

    @Override
    public Hand hand(int number) {
        return new CqlHand(database, number, texts);
    }

    @Override
    public void survey(int writers, int most, Rows rows) throws IOException, InterruptedException {
        int parts = CqlTexts.part(most) + 2; // one more than can be, for rows that nobody wrote
        for (int writer = 0; writer < writers; writer++) {
            for (int part = 0; part < parts; part++) {
                readPart(writer, part, rows);
            }
        }
    }

    private void readPart(int writer, int part, Rows rows) throws IOException, InterruptedException {
        for (Row row : database.administer("reading the ledger", texts.rows(writer, part))) {
            Entry entry = entry(writer, row.getLong(0));
            rows.row(writer, entry.number(), entry.is(row.getInt(1), String.valueOf(row.getString(2))));
        }
    }

    @Override
    public Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException {
        Map<Integer, Long> versions = new HashMap<>();
        for (int key : keys) {
            for (Row row : database.administer("reading the registers", texts.version(key))) {
                versions.put(key, row.getLong(0));
            }
        }
        return versions;
    }

    @Override
    public Balance balance() {
        throw new UnsupportedOperationException(NO_MONEY);
    }

    @Override
    public OptionalLong counter() throws IOException, InterruptedException {
        for (Row row : database.administer("reading the counter", texts.readCounter())) {
            if (row.getColumnDefinitions().size() > 1) {
                return OptionalLong.of(row.getLong(1));
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public Optional<String> withoutMoney() {
        return Optional.of(NO_MONEY);
    }

    @Override
    public Optional<String> forgetful() {
        return Optional.empty(); // written and read at QUORUM
    }

    /** What was sent ends with the servers' own limits; what a replica gets even later, QUORUM counts as not there or brings everywhere. */
    @Override
    public boolean quiet() throws InterruptedException {
        Thread.sleep(answer.compareTo(SERVERS_LIMIT) > 0 ? answer : SERVERS_LIMIT);
        return true;
    }

    @Override
    public void forget() throws IOException, InterruptedException {
        for (String table : texts.drop()) {
            database.administer("dropping the probes' tables", table);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
