package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Target;
import squall.spi.WrongDataException;

/** CoreWorkload under another's control, on a real server. */
@Tag("server")
@Tag("extended")
class WorkloadServerTest {
    private static final Target NOWHERE = new Target("postgres", "jdbc:postgresql://localhost:1/no", "", "", Map.of());

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("offered");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void it_fills_runs_and_checks_what_it_wrote() throws IOException, InterruptedException {
        Driven driven = Driven.on(bench.target(), Map.of("table", "whole", "squall.values", "stamped"));
        assertThat(driven.result().total().finished()).isPositive();
        assertThat(driven.result().total().failed()).isZero();
        assertThat(driven.checks())
                .isNotEmpty()
                .extracting(CheckResult::verdict)
                .containsOnly(Verdict.PASSED);
    }

    @Test
    void filling_brings_what_is_missing_and_leaves_the_rest() throws IOException, InterruptedException, SQLException {
        var prepared = Driven.prepare(bench.target(), Map.of("table", "kept", "recordcount", "50"));
        prepared.fill(line -> {});
        bench.tell("UPDATE kept SET field0 = 'mine' WHERE ycsb_key < 'user5'");
        bench.tell("DELETE FROM kept WHERE ycsb_key > 'user5'");
        String mine = bench.ask("SELECT count(*) FROM kept");
        prepared.fill(line -> {});
        assertThat(bench.ask("SELECT count(*) || ' ' || sum((field0 = 'mine')::int) FROM kept"))
                .isEqualTo("50 " + mine);
    }

    @Test
    void rows_that_the_server_refused_are_loaded_again() throws IOException, InterruptedException, SQLException {
        var prepared = Driven.prepare(bench.target(), Map.of("table", "busy", "recordcount", "50"));
        prepared.fill(line -> {});
        bench.tell("DELETE FROM busy");
        bench.tell("CREATE SEQUENCE busy_statements");
        bench.tell("CREATE FUNCTION busy() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
                + " IF nextval('busy_statements') <= 2 THEN RAISE 'too busy'; END IF; RETURN NULL; END$$");
        bench.tell("CREATE TRIGGER busy BEFORE INSERT ON busy FOR EACH STATEMENT EXECUTE FUNCTION busy()");
        List<String> said = new ArrayList<>();

        prepared.fill(said::add);

        assertThat(bench.ask("SELECT count(*) FROM busy")).isEqualTo("50");
        assertThat(said)
                .anyMatch(line -> line.matches(
                        "\\d+ of 50 rows were not stored, most often because of .*too busy.*: loading them again"));
    }

    @Test
    void loaded_rows_that_are_not_there_are_wrong_data_and_no_unreachable_database()
            throws IOException, InterruptedException, SQLException {
        var prepared = Driven.prepare(bench.target(), Map.of("table", "eaten", "recordcount", "50"));
        prepared.fill(line -> {});
        bench.tell("DELETE FROM eaten");
        bench.tell("CREATE FUNCTION eaten() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$BEGIN DELETE FROM eaten WHERE ycsb_key = NEW.ycsb_key; RETURN NULL; END$$");
        bench.tell("CREATE TRIGGER eaten AFTER INSERT ON eaten FOR EACH ROW WHEN (NEW.ycsb_key > 'user5')"
                + " EXECUTE FUNCTION eaten()");
        assertThatThrownBy(() -> prepared.fill(line -> {}))
                .isInstanceOf(WrongDataException.class)
                .hasMessageContaining("the loaded data is wrong: rows stored: rows are missing; ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target         | 100  | load: 'target' is set by the command that drives the load: omit it",
                "db.url         | jdbc:x | load: 'db.url' is set by the command that drives the load: omit it",
                "squall.no-verify | true | load: 'squall.no-verify' is set by the command that drives the load: omit it",
                "recordcuont    | 100  | load: unknown property 'recordcuont'; did you mean 'recordcount'?",
                "recordcount    | many | load: recordcount must be",
                "squall.workload| upstream | only Squall's own",
                "statementTimeout | x | load: option 'statementTimeout' must be a duration"
            })
    void what_it_cannot_do_is_refused_before_it_connects(String option, String value, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Driven.prepare(NOWHERE, Map.of(option, value)))
                .withMessageContaining(problem);
    }
}
