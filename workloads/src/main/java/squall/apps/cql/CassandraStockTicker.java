package squall.apps.cql;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.spi.Options;

/** Prices of tickers, and once a minute a copy in a second table; reads the latest of one. */
public final class CassandraStockTicker implements CqlApp {
    private static final int MOST = 100_000_000;

    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraStockTicker",
                        "Adds prices to tickers, each minute's first to a second table too; reads a ticker's latest.",
                        new Profile.Drive(32, 4, 10_000, -1, -1))
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
    public List<String> tables(Setting setting) {
        return List.of(setting.table() + Prices.RAW, setting.table() + Prices.BY_MINUTE);
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        String columns = " (ticker_id varchar, ts timestamp, value varchar, PRIMARY KEY (ticker_id, ts))"
                + setting.options(false, "CLUSTERING ORDER BY (ts DESC)");
        return Stream.of(Prices.RAW, Prices.BY_MINUTE)
                .map(suffix -> "CREATE TABLE IF NOT EXISTS " + setting.name(suffix) + columns)
                .toList();
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new Prices(setting);
    }
}
