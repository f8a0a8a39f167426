package squall.apps.cql.timeseries;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.SparseCounters;
import squall.apps.cql.SparseCounters.VersionRows;
import squall.check.ObservedValue;
import squall.spi.Options;

/** Workload of prices that writes each ticker's price, and once a minute a copy to a second table, and reads the latest price of a ticker. */
public final class CassandraStockTicker implements CqlApp {
    private static final int MOST = 100_000_000;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraStockTicker",
                        "Adds prices to tickers, each minute's first to a second table too; reads a ticker's latest.",
                        new AppProfile.Drive(32, 4, 10_000, -1, -1))
                .withTable("stock_ticker");
    }

    @Override
    public Set<String> options() {
        return Set.of("num_ticker_symbols", "data_emit_rate_millis");
    }

    @Override
    public long keys(Options options) {
        return options.number("num_ticker_symbols", 10_000, 1, MOST);
    }

    @Override
    public List<String> tables(AppContext setting) {
        return List.of(setting.table() + TickerStatements.RAW, setting.table() + TickerStatements.BY_MINUTE);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        String columns = " (ticker_id varchar, ts timestamp, value varchar, PRIMARY KEY (ticker_id, ts))"
                + setting.options(false, "CLUSTERING ORDER BY (ts DESC)");
        return Stream.of(TickerStatements.RAW, TickerStatements.BY_MINUTE)
                .map(suffix -> "CREATE TABLE IF NOT EXISTS " + setting.name(suffix) + columns)
                .toList();
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new TickerStatements(setting);
    }

    /** Statements of {@link CassandraStockTicker}: a key is a ticker, its version n the price of tick n. */
    private static final class TickerStatements implements CqlAppStatements {
        static final String RAW = "_raw";
        static final String BY_MINUTE = "_1min";

        private static final String COLUMNS = "ticker_id, ts, value";
        private static final long MINUTE_MS = 60_000;

        private final KeyValueFormat texts;
        private final PointClock clock;
        private final int ticksOfAMinute;
        private final String insert;
        private final String insertMinute;
        private final String latest;
        private final String raw;
        private final String byMinute;

        TickerStatements(CqlAppContext setting) {
            texts = setting.texts();
            clock = new PointClock(setting.options().number("data_emit_rate_millis", 1000, 1, Integer.MAX_VALUE));
            ticksOfAMinute = (int) Math.max(1, MINUTE_MS / clock.tickMs());
            raw = setting.name(RAW);
            byMinute = setting.name(BY_MINUTE);
            String values = " (" + COLUMNS + ") VALUES (?, ?, ?)";
            insert = "INSERT INTO " + raw + values;
            insertMinute = "INSERT INTO " + byMinute + values;
            latest = "SELECT " + COLUMNS + " FROM " + raw + " WHERE ticker_id = ? LIMIT 1";
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            String ticker = texts.key(write.key());
            String value = texts.value(write.key(), write.version());
            Instant at = clock.at(write.version());
            BoundCql raw = BoundCql.of(insert, ticker, at, value);
            return write.version() % ticksOfAMinute == 0
                    ? List.of(raw, BoundCql.of(insertMinute, ticker, at, value))
                    : List.of(raw);
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(latest, texts.key(key));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            return List.of(rows.isEmpty() ? new ObservedValue.Missing() : seen(key, rows.getFirst()));
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, raw, "ticker_id"), new Scan(COLUMNS, byMinute, "ticker_id"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return new Survey() {
                private final VersionRows prices = new VersionRows();
                private final SparseCounters minutes = new SparseCounters();

                @Override
                public void row(int scan, Row row) {
                    String ticker = String.valueOf(row.getString(0));
                    if (!texts.ours(ticker)) {
                        return;
                    }
                    long key = texts.number(ticker);
                    switch (seen(key, row)) {
                        case ObservedValue.Version(int version) when scan == 0 && key >= 0 -> prices.add(key, version);
                        case ObservedValue.Version(int version)
                        when version % ticksOfAMinute == 0 && key >= 0 -> minutes.increment(key);
                        case ObservedValue other ->
                            rows.row(key, new ObservedValue.Torn("of '" + ticker + "': " + other));
                    }
                }

                @Override
                public void end() {
                    prices.each((key, newest, seen) -> rows.row(key, List.of(seen, upTo(newest, minutes.get(key)))));
                    minutes.each((key, count) -> {
                        if (!prices.has(key)) {
                            rows.row(key, List.of(new ObservedValue.Missing(), new ObservedValue.Version(0)));
                        }
                    });
                }
            };
        }

        /** Returns the observed value up to which the minute table is complete. */
        private ObservedValue upTo(int newest, int found) {
            int wanted = newest / ticksOfAMinute + 1;
            if (found == wanted) {
                return new ObservedValue.Version(newest);
            }
            // Of the batch that begins a minute either part may be missing while its outcome is unknown.
            if (found == wanted + 1 && (newest + 1) % ticksOfAMinute == 0) {
                return new ObservedValue.Version(newest + 1);
            }
            return found == wanted - 1 && newest % ticksOfAMinute == 0
                    ? before(newest)
                    : new ObservedValue.Torn("of " + wanted + " minutes " + found + " are there");
        }

        private static ObservedValue before(int newest) {
            return newest == 0 ? new ObservedValue.Missing() : new ObservedValue.Version(newest - 1);
        }

        private ObservedValue seen(long key, Row row) {
            Instant at = row.getInstant(1);
            ObservedValue seen = texts.seen(key, String.valueOf(row.getString(2)));
            return seen instanceof ObservedValue.Version(int version)
                            && !clock.at(version).equals(at)
                    ? new ObservedValue.Torn("the price of version " + version + " stands at " + at)
                    : seen;
        }
    }
}
