package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import squall.apps.App;
import squall.apps.Cql;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Options;

/** Points of {@link CassandraTimeseries}: key n is what source n mod s emits at tick n div s, a point of each metric. */
final class Metrics implements CqlStatements {
    private static final int SHORTEST_WINDOW = 30;
    private static final int LONGEST_WINDOW = 120;

    private static final String COLUMNS = "user_id, metric_id, node_id, ts, value";

    private final Texts texts;
    private final Sources sources;
    private final Clock clock;
    private final String insert;
    private final String select;
    private final String table;

    Metrics(CqlSetting setting) {
        texts = setting.texts();
        sources = new Sources(setting.options());
        clock = clock(setting.options());
        insert = "INSERT INTO " + setting.name() + " (user_id, metric_id, node_id, ts, value) VALUES (?, ?, ?, ?, ?)";
        table = setting.name();
        select = "SELECT " + COLUMNS + " FROM " + setting.name()
                + " WHERE user_id = ? AND metric_id = ? AND node_id = ? AND ts > ? AND ts < ?";
    }

    /** @throws IllegalArgumentException if the options do not go together */
    static void require(Options options) {
        new Sources(options).count();
        clock(options).ms(0);
    }

    @Override
    public List<Cql> write(Write write) {
        int source = source(write.key());
        int user = sources.user(source);
        Instant at = clock.at(tick(write.key()));
        String value = texts.value(write.key(), 0);
        return IntStream.range(0, sources.metrics(user))
                .mapToObj(metric -> Cql.of(insert, texts.key(user), metric(metric), node(source), at, value))
                .toList();
    }

    /** The window ends with the key's own point. */
    @Override
    public Cql read(long key, int version) {
        int source = source(key);
        int user = sources.user(source);
        long tick = tick(key);
        int metric = Mix.between(0, sources.metrics(user) - 1, key);
        int window = Mix.between(SHORTEST_WINDOW, LONGEST_WINDOW, ~key);
        return Cql.of(
                select, texts.key(user), metric(metric), node(source), clock.at(tick - window), clock.at(tick + 1));
    }

    @Override
    public List<Seen> seen(long key, int version, List<Row> rows) {
        Seen seen = new Seen.Missing();
        for (Row row : rows) {
            long point = key(row);
            if (point < 0 || !texts.value(point, 0).equals(row.getString("value"))) {
                return List.of(new Seen.Torn("a point at " + row.getInstant("ts") + " is none that was written"));
            }
            seen = point == key ? new Seen.Version(0) : seen;
        }
        return List.of(seen);
    }

    @Override
    public List<Scan> scans() {
        return List.of(new Scan(COLUMNS, table, "user_id, metric_id"));
    }

    @Override
    public Survey survey(App.Rows rows) {
        return new Survey() {
            private final Sparse points = new Sparse();

            @Override
            public void row(int scan, Row row) {
                if (!texts.ours(String.valueOf(row.getString(0)))) {
                    return;
                }
                long key = key(row);
                if (key < 0 || !texts.value(key, 0).equals(row.getString("value"))) {
                    rows.row(key, new Seen.Torn("a point of '" + row.getString(1) + "' is none that was written"));
                } else {
                    points.increment(key);
                }
            }

            @Override
            public void end() {
                points.each((key, count) -> rows.row(
                        key,
                        count == sources.metrics(sources.user(source(key)))
                                ? List.of(new Seen.Version(0))
                                : List.of(new Seen.Version(0), new Seen.Missing())));
            }
        };
    }

    /** Whose point it is; negative if nobody's. */
    private long key(Row row) {
        long user = texts.number(String.valueOf(row.getString("user_id")));
        int source = sources.source(user, number("node", String.valueOf(row.getString("node_id"))));
        long metric = number("metric", String.valueOf(row.getString("metric_id")));
        Instant at = row.getInstant("ts");
        long tick = at == null ? -1 : clock.tick(at.toEpochMilli());
        return source < 0 || tick < 0 || metric < 0 || metric >= sources.metrics((int) user)
                ? -1
                : tick * sources.count() + source;
    }

    private int source(long key) {
        return (int) (key % sources.count());
    }

    private long tick(long key) {
        return key / sources.count();
    }

    private String node(int source) {
        return "node:" + sources.node(source);
    }

    private static String metric(int metric) {
        return "metric:" + metric;
    }

    private static long number(String name, String text) {
        String digits = text.startsWith(name + ":") ? text.substring(name.length() + 1) : "";
        return digits.matches("\\d{1,9}") ? Long.parseLong(digits) : -1;
    }

    private static Clock clock(Options options) {
        return new Clock(options.number("data_emit_rate_millis", 1000, 1, Integer.MAX_VALUE));
    }
}
