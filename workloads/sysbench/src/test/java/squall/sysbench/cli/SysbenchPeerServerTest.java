package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;

/** Comparison of Squall's sysbench with the installed one: each runs on the tables of the other, and both do the same to the server. */
@Tag("server")
@Tag("extended")
class SysbenchPeerServerTest {
    private static final String SIZE = "--tables=2 --table-size=2000";
    private static final int EVENTS = 300;
    private static final String LAYOUT = "SELECT string_agg(column_name || ' ' || data_type || ' '"
            + " || coalesce(character_maximum_length::text, '-') || ' ' || is_nullable || ' '"
            + " || coalesce(column_default, '-'), ', ' ORDER BY ordinal_position)"
            + " FROM information_schema.columns WHERE table_name = 'sbtest2'";
    private static final String INDEXES =
            "SELECT string_agg(indexdef, ', ' ORDER BY indexname) FROM pg_indexes WHERE tablename = 'sbtest2'";

    private static SysbenchServer server;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                installed(),
                "SKIPPED: sysbench is not installed here, so nothing is compared with it:"
                        + " apt-get install sysbench");
        server = new SysbenchServer("sysbench-peer");
    }

    @AfterAll
    static void remove() throws Exception {
        if (server != null) {
            server.remove();
        }
    }

    @AfterEach
    void dropTables() throws SQLException {
        server.tell("DROP TABLE IF EXISTS sbtest1, sbtest2");
    }

    @Test
    void both_lay_out_the_same_tables() throws Exception {
        theirs(SIZE + " oltp_read_write prepare");
        List<String> layout =
                List.of(server.ask(LAYOUT), server.ask(INDEXES), server.ask("SELECT max(id) FROM sbtest2"));
        theirs(SIZE + " oltp_read_write cleanup");
        server.sysbench(SIZE + " oltp_read_write prepare");

        assertThat(List.of(server.ask(LAYOUT), server.ask(INDEXES), server.ask("SELECT max(id) FROM sbtest2")))
                .isEqualTo(layout);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oltp_insert",
                "oltp_point_select",
                "oltp_read_only",
                "oltp_read_write",
                "oltp_write_only",
                "oltp_update_index",
                "oltp_update_non_index",
                "--skip-trx=on oltp_read_write",
            })
    void each_runs_on_the_tables_of_the_other_and_does_the_same_to_them(String test) throws Exception {
        String prepare = test.replaceFirst(".* ", "") + " prepare";
        theirs(SIZE + " " + prepare);
        Effect ours = ours(test);
        server.tell("DROP TABLE sbtest1, sbtest2");
        server.sysbench(SIZE + " " + prepare);
        Effect theirs = effect(() -> theirs(run(test)));

        assertThat(ours).isEqualTo(theirs);
    }

    /** Effect of a run: the figures that it printed and the server counted, as far as they do not depend on time. */
    private record Effect(Map<String, String> printed, Map<String, String> counted) {}

    private interface Run {
        String printed() throws Exception;
    }

    private static Effect ours(String test) throws Exception {
        return effect(() -> {
            Ended ended = server.sysbench(run(test));
            assertThat(ended.code()).describedAs(ended.err()).isZero();
            return ended.out();
        });
    }

    private static String run(String test) {
        return SIZE + " --threads=1 --time=0 --rand-type=uniform --events=" + EVENTS + " " + test + " run";
    }

    /** Runs with one thread, so that nothing collides. @return the figures of the run and the server */
    private static Effect effect(Run run) throws Exception {
        server.tell("ANALYZE sbtest1, sbtest2", "SELECT pg_stat_reset()");
        Map<String, String> figures = PrintedFigures.of(run.printed().lines().toList());
        List<String> labels = List.of("read", "write", "other", "total", "total number of events");
        assertThat(figures).containsKeys(labels.toArray(String[]::new));
        Map<String, String> printed = new LinkedHashMap<>(figures);
        printed.keySet().retainAll(labels);
        Map<String, String> counted = new LinkedHashMap<>();
        for (String column : List.of("n_tup_ins", "n_tup_upd", "n_tup_del")) {
            counted.put(
                    column, settled("SELECT sum(" + column + ") FROM pg_stat_user_tables WHERE relname ~ 'sbtest'"));
        }
        return new Effect(printed, counted);
    }

    /** Waits for the server's statistics: a session reports its work when it ends, which is a moment after its client has ended. */
    private static String settled(String query) throws SQLException {
        String sessions = "SELECT count(*) FROM pg_stat_activity WHERE query ~ 'sbtest' AND pid <> pg_backend_pid()";
        for (int i = 0; i < 1_000 && !server.ask(sessions).equals("0"); i++) {
            Thread.onSpinWait();
        }
        return server.ask(query);
    }

    private static boolean installed() throws Exception {
        try {
            return new ProcessBuilder("sysbench", "--version").start().waitFor() == 0;
        } catch (java.io.IOException e) {
            return false; // there is no such program
        }
    }

    private static String theirs(String line) throws Exception {
        List<String> words = new ArrayList<>(List.of("sysbench", "--db-driver=pgsql"));
        String address = server.target().url().replaceFirst(".*//", "");
        words.add("--pgsql-host=" + address.replaceFirst(":.*", ""));
        words.add("--pgsql-port=" + address.replaceFirst(".*:(\\d+)/.*", "$1"));
        words.add("--pgsql-db=" + address.replaceFirst(".*/", ""));
        words.add("--pgsql-user=" + server.target().user());
        words.add("--pgsql-password=" + server.target().password());
        words.addAll(List.of(line.split(" ")));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).describedAs(printed).isZero();
        return printed;
    }
}
