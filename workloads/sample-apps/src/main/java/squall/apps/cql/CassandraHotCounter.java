package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;
import squall.cql.CqlUnitOfWork;
import squall.spi.CheckResult;

/** Workload of one counter that all writers raise at once in Accord's transactions, which also note each raise. */
public final class CassandraHotCounter implements CqlApp {
    private static final String RAISES = "_raises";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraHotCounter",
                        "Raises one counter from all sessions at once in Accord's transactions and notes each raise; no update"
                                + " may be lost.",
                        new AppProfile.Drive(1, 4, 10_000_000, 20_000, -1),
                        AppProfile.Trait.INSERTS_ONLY,
                        AppProfile.Trait.ACCORD)
                .withTable("hot_counter")
                .withoutValues("a counter has no value to fill up");
    }

    @Override
    public List<String> tables(AppContext setting) {
        return List.of(setting.table(), setting.table() + RAISES);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        String options = setting.options(true, "");
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (counter int PRIMARY KEY, n bigint)" + options,
                "CREATE TABLE IF NOT EXISTS " + setting.name(RAISES) + " (k varchar PRIMARY KEY)" + options);
    }

    /** Makes the counter, unless it is there. */
    @Override
    public List<String> firstRows(CqlAppContext setting) {
        return List.of(CqlDialect.conditionalTransaction(
                List.of("LET there = (SELECT n FROM " + setting.name() + " WHERE counter = 0)"),
                "there IS NULL",
                "INSERT INTO " + setting.name() + " (counter, n) VALUES (0, 0); "));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new RaiseStatements(setting);
    }

    /** Checks that the counter is as high as there are notes; that each acknowledged raise has its note is checked for every workload. */
    @Override
    public List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of(DataCheck.of("counter", "raises", check -> judged(setting, reader, check)));
    }

    private static String judged(CqlAppContext setting, CheckReader reader, DataCheck check)
            throws IOException, InterruptedException {
        SeenRaises seen = RepeatedLook.settled(
                () -> SeenRaises.in(setting, reader), raises -> raises.noted() == raises.counter());
        check.examined(seen.noted());
        if (seen.counter() == SeenRaises.NO_COUNTER) {
            check.wrong("the counter's row is not there");
            return "";
        }
        if (seen.counter() != seen.noted()) {
            check.wrong("the counter is " + seen.counter() + ", and " + seen.noted() + " raises are noted");
            return "";
        }
        return "the counter is " + seen.counter() + ", as many as the noted raises";
    }

    /** Set of the raises that one look sees. @param counter its value, or {@link #NO_COUNTER} */
    private record SeenRaises(long noted, long counter) {
        static final long NO_COUNTER = -1;

        static SeenRaises in(CqlAppContext setting, CheckReader reader) throws IOException, InterruptedException {
            long noted = reader.rows("SELECT k FROM " + setting.name(RAISES)).size();
            List<Row> counters = reader.rows("SELECT n FROM " + setting.name() + " WHERE counter = 0");
            return new SeenRaises(
                    noted, counters.isEmpty() ? NO_COUNTER : counters.getFirst().getLong(0));
        }
    }

    /** Statements of {@link CassandraHotCounter}. */
    private static final class RaiseStatements implements CqlAppStatements {
        private final KeyValueFormat texts;
        private final String raises;
        private final String raise;
        private final String select;

        RaiseStatements(CqlAppContext setting) {
            texts = setting.texts();
            raises = setting.name(RAISES);
            raise = CqlDialect.conditionalTransaction(
                    List.of("LET there = (SELECT n FROM " + setting.name() + " WHERE counter = 0)", "SELECT there.n"),
                    "there IS NOT NULL",
                    "UPDATE " + setting.name() + " SET n += ? WHERE counter = 0; INSERT INTO " + raises
                            + " (k) VALUES (?); ");
            select = CqlDialect.ACCORD.transaction(List.of("SELECT k FROM " + raises + " WHERE k = ?"));
        }

        @Override
        public List<BoundCql> write(KeyWrite write) {
            return List.of(new BoundCql(raise, List.of(1L, texts.key(write.key()))));
        }

        /** Returns whether the counter was there, which only the answered value shows. */
        @Override
        public boolean applied(CqlUnitOfWork.CqlAnswer answer) throws InterruptedException {
            Row row = answer.next();
            return row != null && !row.isNull(0);
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(select, texts.key(key));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            boolean noted = !rows.isEmpty() && !rows.getFirst().isNull(0);
            return List.of(noted ? new ObservedValue.Version(0) : new ObservedValue.Missing());
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan("k", raises, "k"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return WholeRowStatements.survey(texts, rows, (key, row) -> new ObservedValue.Version(0));
        }
    }
}
