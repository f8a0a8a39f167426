package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.List;
import squall.apps.App;
import squall.apps.Cql;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;

/** Prices of {@link CassandraStockTicker}: a key is a ticker, its version n the price of tick n. */
final class Prices implements CqlStatements {
    static final String RAW = "_raw";
    static final String BY_MINUTE = "_1min";

    private static final String COLUMNS = "ticker_id, ts, value";
    private static final long MINUTE_MS = 60_000;

    private final Texts texts;
    private final Clock clock;
    private final int ticksOfAMinute;
    private final String insert;
    private final String insertMinute;
    private final String latest;
    private final String raw;
    private final String byMinute;

    Prices(CqlSetting setting) {
        texts = setting.texts();
        clock = new Clock(setting.options().number("data_emit_rate_millis", 1000, 1, Integer.MAX_VALUE));
        ticksOfAMinute = (int) Math.max(1, MINUTE_MS / clock.tickMs());
        raw = setting.name(RAW);
        byMinute = setting.name(BY_MINUTE);
        String values = " (" + COLUMNS + ") VALUES (?, ?, ?)";
        insert = "INSERT INTO " + raw + values;
        insertMinute = "INSERT INTO " + byMinute + values;
        latest = "SELECT " + COLUMNS + " FROM " + raw + " WHERE ticker_id = ? LIMIT 1";
    }

    @Override
    public List<Cql> write(Write write) {
        String ticker = texts.key(write.key());
        String value = texts.value(write.key(), write.version());
        Instant at = clock.at(write.version());
        Cql raw = Cql.of(insert, ticker, at, value);
        return write.version() % ticksOfAMinute == 0
                ? List.of(raw, Cql.of(insertMinute, ticker, at, value))
                : List.of(raw);
    }

    @Override
    public Cql read(long key, int version) {
        return Cql.of(latest, texts.key(key));
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        return List.of(rows.isEmpty() ? new Seen.Missing() : seen(key, rows.getFirst()));
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, raw, "ticker_id"), new Scan(COLUMNS, byMinute, "ticker_id"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return new Survey() {
            private final Histories prices = new Histories();
            private final Sparse minutes = new Sparse();

            @Override
            public void row(int scan, Row row) {
                String ticker = String.valueOf(row.getString(0));
                if (!texts.ours(ticker)) {
                    return;
                }
                long key = texts.number(ticker);
                switch (seen(key, row)) {
                    case Seen.Version(int version) when scan == 0 && key >= 0 -> prices.add(key, version);
                    case Seen.Version(int version)
                    when version % ticksOfAMinute == 0 && key >= 0 -> minutes.increment(key);
                    case Seen other -> rows.row(key, new Seen.Torn("of '" + ticker + "': " + other));
                }
            }

            @Override
            public void end() {
                prices.each((key, newest, seen) -> rows.row(key, List.of(seen, upTo(newest, minutes.get(key)))));
                minutes.each((key, count) -> {
                    if (!prices.has(key)) {
                        rows.row(key, List.of(new Seen.Missing(), new Seen.Version(0)));
                    }
                });
            }
        };
    }

    /** Up to which version the minutes go that are there. */
    private Seen upTo(int newest, int found) {
        int wanted = newest / ticksOfAMinute + 1;
        if (found == wanted) {
            return new Seen.Version(newest);
        }
        // The newest may lack its minute while its outcome is unknown: its batch is then on its way.
        return found == wanted - 1 && newest % ticksOfAMinute == 0
                ? before(newest)
                : new Seen.Torn("of " + wanted + " minutes " + found + " are there");
    }

    private static Seen before(int newest) {
        return newest == 0 ? new Seen.Missing() : new Seen.Version(newest - 1);
    }

    private Seen seen(long key, Row row) {
        Instant at = row.getInstant(1);
        Seen seen = texts.seen(key, String.valueOf(row.getString(2)));
        return seen instanceof Seen.Version(int version) && !clock.at(version).equals(at)
                ? new Seen.Torn("the price of version " + version + " stands at " + at)
                : seen;
    }
}
