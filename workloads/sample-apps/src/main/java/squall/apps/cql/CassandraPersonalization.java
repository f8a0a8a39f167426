package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import squall.check.ObservedValue;
import squall.spi.Options;

/** Workload of coupons that stores give to customers: a write adds many at once, a read fetches all of one customer. */
public final class CassandraPersonalization implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraPersonalization",
                        "Gives a customer of a store 150 coupons at once; reads all coupons of one.",
                        new AppProfile.Drive(24, 2, 1_000_000, 2_000_000, 1_500_000))
                .withTable("coupon_recommendation")
                .inTransactions("") // on YCQL: its batches are seen in part, and no reader could tell a lost coupon
                .withoutValues("a coupon has no value to fill up");
    }

    @Override
    public Set<String> options() {
        return Set.of("num_stores", "num_new_coupons_per_customer", "max_coupons_per_customer");
    }

    @Override
    public void require(AppContext setting) {
        CqlApp.super.require(setting);
        CouponStatements.Book.of(setting.options());
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(CouponStatements.create(setting));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new CouponStatements(setting);
    }

    /**
     * Statements of {@link CassandraPersonalization}.
     *
     * <p>Version n of a key gives the n-th set of coupons. When a customer has the maximum, the oldest set is overwritten. The
     * begin of a coupon tells the version.
     */
    private static final class CouponStatements implements CqlAppStatements {
        /** @param perWrite number of coupons in one set @param sets maximum number of sets of a customer */
        record Book(int stores, int perWrite, int sets) {
            private static final int MOST = 5_000; // more than a page of rows would not be read at one moment

            static Book of(Options options) {
                int perWrite = options.number("num_new_coupons_per_customer", 150, 1, MOST);
                int most = options.number("max_coupons_per_customer", 3000, 1, MOST);
                if (most < perWrite) {
                    throw new IllegalArgumentException("--max_coupons_per_customer " + most
                            + " must not be less than --num_new_coupons_per_customer " + perWrite);
                }
                return new Book(options.number("num_stores", 1, 1, Integer.MAX_VALUE), perWrite, most / perWrite);
            }
        }

        private static final String COLUMNS =
                "customer_id, store_id, coupon_code, begin_date, end_date, relevance_score";
        private static final int CODES = 10_000;
        private static final Duration VALID = Duration.ofDays(30);

        private final KeyValueFormat texts;
        private final Book book;
        private final String insert;
        private final String select;
        private final String table;

        CouponStatements(CqlAppContext setting) {
            texts = setting.texts();
            book = Book.of(setting.options());
            insert = "INSERT INTO " + setting.name() + " (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?)";
            table = setting.name();
            select = "SELECT " + COLUMNS + " FROM " + setting.name() + " WHERE customer_id = ? AND store_id = ?";
        }

        static String create(CqlAppContext setting) {
            return "CREATE TABLE IF NOT EXISTS " + setting.name()
                    + " (customer_id text, store_id text, coupon_code text, begin_date timestamp, end_date timestamp,"
                    + " relevance_score double, PRIMARY KEY ((customer_id, store_id), coupon_code))"
                    + setting.options(true, "");
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            int first = write.version() % book.sets() * book.perWrite();
            return IntStream.range(first, first + book.perWrite())
                    .mapToObj(coupon -> new BoundCql(insert, coupon(write.key(), write.version(), coupon)))
                    .toList();
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(select, customer(key), store(key));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            return List.of(whole(key, rows));
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan(COLUMNS, table, "customer_id, store_id"));
        }

        /** Returns a survey that relies on the order of rows: all coupons of a customer in a store come one after the other. */
        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return new Survey() {
                private final List<Row> together = new ArrayList<>();
                private long current = -1;

                @Override
                public void row(int scan, Row row) {
                    String customer = String.valueOf(row.getString(0));
                    if (!texts.ours(customer)) {
                        return;
                    }
                    long key = key(customer, String.valueOf(row.getString(1)));
                    if (key != current) {
                        end();
                        current = key;
                    }
                    together.add(row);
                }

                @Override
                public void end() {
                    if (!together.isEmpty()) {
                        rows.row(current, whole(current, together));
                        together.clear();
                    }
                }
            };
        }

        /** Returns the newest version, if every set that it requires is complete and as its last write made it. */
        private ObservedValue whole(long key, List<Row> rows) {
            int newest = rows.stream().mapToInt(row -> version(row)).max().orElse(-1);
            if (newest < 0) {
                return rows.isEmpty()
                        ? new ObservedValue.Missing()
                        : new ObservedValue.Torn("a coupon begins before 1970");
            }
            int wanted = Math.min(newest + 1, book.sets()) * book.perWrite();
            if (rows.size() != wanted) {
                return new ObservedValue.Torn("of " + wanted + " coupons " + rows.size() + " are there");
            }
            for (int coupon = 0; coupon < wanted; coupon++) { // in the order of their codes
                int set = coupon / book.perWrite();
                int version = newest - Math.floorMod(newest - set, book.sets());
                if (!coupon(key, version, coupon).equals(values(rows.get(coupon)))) {
                    return new ObservedValue.Torn("coupon " + rows.get(coupon).getString(2) + " is not as version "
                            + version + " of its set made it");
                }
            }
            return new ObservedValue.Version(newest);
        }

        private List<Object> coupon(long key, int version, int coupon) {
            Instant begin = Instant.EPOCH.plusSeconds(version);
            double score = Math.floorMod(IntegerHash.of(IntegerHash.of(key) + version * 31L + coupon), 1000) / 1000.0;
            return List.of(
                    customer(key),
                    store(key),
                    "coupon-" + Integer.toString(CODES + coupon).substring(1),
                    begin,
                    begin.plus(VALID),
                    score);
        }

        private static List<Object> values(Row row) {
            return IntStream.range(0, 6).mapToObj(row::getObject).toList();
        }

        private static int version(Row row) {
            Instant begin = row.getInstant(3);
            return begin == null ? -1 : (int) begin.getEpochSecond();
        }

        private String customer(long key) {
            return texts.key(key / book.stores());
        }

        private String store(long key) {
            return "store-" + key % book.stores();
        }

        private long key(String customer, String store) {
            long number = texts.number(customer);
            String digits = store.startsWith("store-") ? store.substring(6) : "";
            return number < 0 || !digits.matches("\\d{1,9}") ? -1 : number * book.stores() + Long.parseLong(digits);
        }
    }
}
