package squall.apps.cql.timeseries;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.cql.IntegerHash;
import squall.apps.cql.SparseCounters;
import squall.check.ObservedValue;
import squall.spi.Options;

/** Workload of metrics that users' nodes emit, a point of each metric at once; reads windows of one metric of one node. */
public final class CassandraTimeseries implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraTimeseries",
                        "Emits a point of each of a user's metrics at once; reads a window of one metric.",
                        new AppProfile.Drive(1, 16, Integer.MAX_VALUE, -1, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .withTable("ts_metrics_raw")
                .withValues(100);
    }

    @Override
    public Set<String> options() {
        return Set.of(
                "num_users",
                "min_nodes_per_user",
                "max_nodes_per_user",
                "min_metrics_count",
                "max_metrics_count",
                "data_emit_rate_millis");
    }

    @Override
    public void require(AppContext setting) {
        TimeseriesStatements.require(setting.options());
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of("CREATE TABLE IF NOT EXISTS " + setting.name()
                + " (user_id varchar, metric_id varchar, node_id varchar, ts timestamp, value varchar,"
                + " PRIMARY KEY ((user_id, metric_id), node_id, ts))" + setting.options(false, ""));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new TimeseriesStatements(setting);
    }

    /** Statements of {@link CassandraTimeseries}: key n stands for the points, one of each metric, that source n mod s emits at tick n div s. */
    private static final class TimeseriesStatements implements CqlAppStatements {
        private static final int SHORTEST_WINDOW = 30;
        private static final int LONGEST_WINDOW = 120;

        private static final String COLUMNS = "user_id, metric_id, node_id, ts, value";

        private final KeyValueFormat texts;
        private final MetricSources sources;
        private final PointClock clock;
        private final String insert;
        private final String select;
        private final String table;

        TimeseriesStatements(CqlAppContext setting) {
            texts = setting.texts();
            sources = new MetricSources(setting.options());
            clock = clock(setting.options());
            insert = "INSERT INTO " + setting.name()
                    + " (user_id, metric_id, node_id, ts, value) VALUES (?, ?, ?, ?, ?)";
            table = setting.name();
            select = "SELECT " + COLUMNS + " FROM " + setting.name()
                    + " WHERE user_id = ? AND metric_id = ? AND node_id = ? AND ts > ? AND ts < ?";
        }

        /** @throws IllegalArgumentException if the options contradict each other */
        static void require(Options options) {
            new MetricSources(options).count();
            clock(options).ms(0);
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            int source = source(write.key());
            int user = sources.user(source);
            Instant at = clock.at(tick(write.key()));
            String value = texts.value(write.key(), 0);
            return IntStream.range(0, sources.metrics(user))
                    .mapToObj(metric -> BoundCql.of(insert, texts.key(user), metric(metric), node(source), at, value))
                    .toList();
        }

        /** Binds the read of the window that ends with the key's own point. */
        @Override
        public BoundCql read(long key, int version) {
            int source = source(key);
            int user = sources.user(source);
            long tick = tick(key);
            int metric = IntegerHash.between(0, sources.metrics(user) - 1, key);
            int window = IntegerHash.between(SHORTEST_WINDOW, LONGEST_WINDOW, ~key);
            return BoundCql.of(
                    select, texts.key(user), metric(metric), node(source), clock.at(tick - window), clock.at(tick + 1));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            ObservedValue seen = new ObservedValue.Missing();
            for (Row row : rows) {
                long point = key(row);
                if (point < 0 || !texts.value(point, 0).equals(row.getString("value"))) {
                    return List.of(
                            new ObservedValue.Torn("a point at " + row.getInstant("ts") + " is none that was written"));
                }
                seen = point == key ? new ObservedValue.Version(0) : seen;
            }
            return List.of(seen);
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "user_id, metric_id"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return new Survey() {
                private final SparseCounters points = new SparseCounters();

                @Override
                public void row(int scan, Row row) {
                    if (!texts.ours(String.valueOf(row.getString(0)))) {
                        return;
                    }
                    long key = key(row);
                    if (key < 0 || !texts.value(key, 0).equals(row.getString("value"))) {
                        rows.row(
                                key,
                                new ObservedValue.Torn(
                                        "a point of '" + row.getString(1) + "' is none that was written"));
                    } else {
                        points.increment(key);
                    }
                }

                @Override
                public void end() {
                    points.each((key, count) -> rows.row(
                            key,
                            count == sources.metrics(sources.user(source(key)))
                                    ? List.of(new ObservedValue.Version(0))
                                    : List.of(new ObservedValue.Version(0), new ObservedValue.Missing())));
                }
            };
        }

        /** Returns the key of the row's point; negative if there is none. */
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

        private static PointClock clock(Options options) {
            return new PointClock(options.number("data_emit_rate_millis", 1000, 1, Integer.MAX_VALUE));
        }

        /** Numbering of the sources of points: each user has nodes, each node emits a point of each of the user's metrics, and a source is a node of a user. */
        private static final class MetricSources {
            private static final int MOST = 1_000;

            private final int[] firstOfUser;
            private final int[] metrics;

            /** @throws IllegalArgumentException if a minimum is above its maximum */
            MetricSources(Options options) {
                int users = options.number("num_users", 100, 1, MOST * MOST);
                Range nodes = Range.of(options, "min_nodes_per_user", 5, "max_nodes_per_user", 10);
                Range perUser = Range.of(options, "min_metrics_count", 5, "max_metrics_count", 10);
                firstOfUser = new int[users + 1];
                metrics = new int[users];
                for (int user = 0; user < users; user++) {
                    firstOfUser[user + 1] = firstOfUser[user] + IntegerHash.between(nodes.least(), nodes.most(), user);
                    metrics[user] = IntegerHash.between(perUser.least(), perUser.most(), ~user);
                }
            }

            private record Range(int least, int most) {
                static Range of(Options options, String least, int fewest, String most, int many) {
                    Range range =
                            new Range(options.number(least, fewest, 1, MOST), options.number(most, many, 1, MOST));
                    if (range.least > range.most) {
                        throw new IllegalArgumentException(
                                "--" + least + " " + range.least + " is more than --" + most + " " + range.most);
                    }
                    return range;
                }
            }

            int count() {
                return firstOfUser[firstOfUser.length - 1];
            }

            int user(int source) {
                int place = Arrays.binarySearch(firstOfUser, source);
                return place >= 0 ? place : -place - 2;
            }

            int node(int source) {
                return source - firstOfUser[user(source)];
            }

            int metrics(int user) {
                return metrics[user];
            }

            /** Returns the source of this node of this user; negative if there is none. */
            int source(long user, long node) {
                if (user < 0 || user >= metrics.length || node < 0) {
                    return -1;
                }
                long source = firstOfUser[(int) user] + node;
                return source < firstOfUser[(int) user + 1] ? (int) source : -1;
            }
        }
    }
}
