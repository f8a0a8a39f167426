package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;
import squall.ycsb.workload.CoreSettings.KeyNames;

/** Test of the check after a load, on servers that do not keep the rows that they acknowledge, and on one that does. */
@Tag("server")
class LoadCheckServerTest {
    private static final String KEY = new KeyNames(true, 1).of(3);
    private static final String OPTIONS = "load jdbc -P workloadc -p recordcount=50 --existing=truncate";

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("loadcheck");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void a_database_that_keeps_its_rows_passes() {
        Ended ended = bench.ycsb(OPTIONS + " -p table=kept");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(words(ended)).contains("50 in the table, 50 acknowledged", "50 read back, all as loaded");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mixes_up | BEFORE | NEW.FIELD4 := NEW.FIELD5; RETURN NEW; | has other values than were loaded",
                "loses    | AFTER  | DELETE FROM loses WHERE YCSB_KEY = NEW.YCSB_KEY; RETURN NEW; | is missing"
            })
    void a_database_that_does_not_is_caught(String table, String when, String misdeed, String found)
            throws SQLException {
        assertThat(bench.ycsb(OPTIONS + " -p table=" + table).code()).isZero();
        bench.tell("CREATE FUNCTION " + table + "() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN " + misdeed + " END$$");
        bench.tell("CREATE TRIGGER misdeed " + when + " INSERT ON " + table + " FOR EACH ROW WHEN (NEW.YCSB_KEY = '"
                + KEY + "') EXECUTE FUNCTION " + table + "()");
        Ended ended = bench.ycsb(OPTIONS + " -p table=" + table);
        assertThat(ended.code()).as(ended.err()).isEqualTo(4);
        assertThat(words(ended)).contains("1 of 50: row " + KEY + " " + found);
    }

    /** Ends a load as a signal does: what was planned and never sent is no lost row. */
    @Test
    void rows_that_were_never_sent_are_not_missing() throws SQLException {
        assertThat(bench.ycsb(OPTIONS + " -p table=refuses").code()).isZero();
        // The first chunk is stored, and all others are refused.
        bench.tell("CREATE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
                + " IF EXISTS (SELECT 1 FROM refuses) THEN RAISE 'no'; END IF; RETURN NULL; END$$");
        bench.tell("CREATE TRIGGER misdeed BEFORE INSERT ON refuses FOR EACH STATEMENT EXECUTE FUNCTION refuses()");
        Ended ended = bench.ycsb("load jdbc -P workloadc -p recordcount=1000000 --existing=truncate -p table=refuses"
                + " --abort-on errors:1");
        assertThat(ended.code()).as(ended.err()).isEqualTo(3);
        assertThat(words(ended)).contains(" read back, all as loaded").doesNotContain("is missing");
    }

    private static String words(Ended ended) {
        return ended.err().replaceAll("\\s+", " ");
    }
}
