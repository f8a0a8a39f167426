package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;
import squall.ycsb.workload.CoreSettings.KeyNames;

/** Test of {@code squall.values=stamped}, on servers that do not keep what they acknowledge, and on one that does. */
@Tag("server")
class StampedServerTest {
    private static final String KEY = new KeyNames(true, 1).of(3);
    private static final String OPTIONS = " jdbc -P workloada --values=stamped -p recordcount=10 -p operationcount=500"
            + " -p requestdistribution=uniform -threads 8";

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("stamped");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @ParameterizedTest
    @CsvSource({"a", "d", "e", "f"})
    void a_database_that_keeps_its_word_passes(String workload) {
        String options = OPTIONS.replace("workloada", "workload" + workload) + " -p table=kept_" + workload
                + " -p insertproportion=0.2 -p maxscanlength=5";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        for (int run = 1; run <= 2; run++) {
            Ended ended = bench.ycsb("run" + options);
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err()).containsPattern("acknowledged writes: [1-9]\\d* rows written, all as acknowledged");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "forgets  | BEFORE | RETURN OLD;                                     | values older than acknowledged",
                "loses    | AFTER  | DELETE FROM loses WHERE YCSB_KEY = NEW.YCSB_KEY; RETURN NEW; | rows lost",
                "mixes_up | BEFORE | NEW.FIELD4 := NEW.FIELD5; RETURN NEW;           | values corrupt"
            })
    void a_database_that_does_not_is_caught(String table, String when, String misdeed, String found)
            throws SQLException, IOException {
        String options = OPTIONS + " -p table=" + table + " --error-budget 1";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        bench.tell("CREATE FUNCTION " + table + "() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN " + misdeed + " END$$");
        bench.tell("CREATE TRIGGER misdeed " + when + " UPDATE ON " + table + " FOR EACH ROW WHEN (OLD.YCSB_KEY = '"
                + KEY + "') EXECUTE FUNCTION " + table + "()");
        Ended ended = bench.ycsb("run" + options);
        assertThat(ended.code()).as(ended.err()).isEqualTo(4);
        assertThat(ended.err().replaceAll("\\s+", " ")).containsPattern("[1-9]\\d* " + found + " \\(the first: " + KEY);
    }

    @Test
    void a_table_that_was_loaded_otherwise_is_told_from_a_corrupt_one() {
        String options = " jdbc -P workloadc -p table=plain -p recordcount=10 -p operationcount=10";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options + " --values=stamped");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err().replaceAll("\\s+", " ")).contains("was the table loaded with");
    }

    @Test
    void no_verify_leaves_out_the_check_of_the_data_after_a_run_too() {
        String options = OPTIONS + " -p table=unchecked --no-verify";
        assertThat(bench.ycsb("load" + options).code()).isZero();
        Ended ended = bench.ycsb("run" + options);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("acknowledged writes");
    }

    @Test
    void writes_that_a_restart_leaves_unknown_raise_no_false_alarm() throws IOException, InterruptedException {
        String options = OPTIONS + " -p table=restarted --error-budget 1 -p db.reconnectwithin=60s --rate 300";
        assertThat(bench.ycsb("load" + options).codeIfNotBusy()).isZero();
        CompletableFuture<Ended> run = bench.begin("run" + options + " -p operationcount=900");
        bench.server().stopImmediate();
        bench.server().up();
        Ended ended = run.join();
        assertThat(ended.codeIfNotBusy()).as(ended.err()).isZero();
        assertThat(ended.err()).containsPattern("acknowledged writes: 10 rows written, all as acknowledged");
    }
}
