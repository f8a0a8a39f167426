package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.check.DataCheck;
import squall.check.Seen;
import squall.spi.CheckResult;

/** Whether an index and its table agree, row by row on a sample: the index finds what is there, and nothing that was there before. */
final class Agreement {
    /** Each takes two requests, one after the other. */
    private static final int SAMPLE = 500;

    private static final String NAME = "index and table";

    private final CqlSetting setting;
    private final CqlApp.Reader reader;

    Agreement(CqlSetting setting, CqlApp.Reader reader) {
        this.setting = setting;
        this.reader = reader;
    }

    CheckResult check() throws InterruptedException {
        return DataCheck.of(NAME, "rows", this::compared);
    }

    private String compared(DataCheck check) throws IOException, InterruptedException {
        List<Row> sample = reader.rows("SELECT k, v FROM " + setting.name() + " LIMIT " + SAMPLE);
        for (Row row : sample) {
            String flaw = flaw(String.valueOf(row.getString("k")), String.valueOf(row.getString("v")));
            if (!flaw.isEmpty()) {
                check.wrong(flaw);
                return "";
            }
        }
        check.examined(sample.size());
        return "they agree on a sample of " + sample.size() + " rows";
    }

    private String flaw(String key, String value) throws IOException, InterruptedException {
        if (!keys(value).contains(key)) {
            return "the index does not find key '" + key + "' under its value '" + value + "'";
        }
        long number = setting.texts().number(key);
        return setting.texts().seen(number, value) instanceof Seen.Version(int version) && version > 0
                ? leftover(key, setting.texts().value(number, version - 1))
                : "";
    }

    private String leftover(String key, String earlier) throws IOException, InterruptedException {
        return keys(earlier).contains(key)
                ? "the index still finds key '" + key + "' under its earlier value '" + earlier + "'"
                : "";
    }

    private List<String> keys(String value) throws IOException, InterruptedException {
        String literal = "'" + value.replace("'", "''") + "'";
        return reader.rows("SELECT k FROM " + setting.name() + " WHERE v = " + literal).stream()
                .map(row -> String.valueOf(row.getString("k")))
                .toList();
    }
}
