package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.TestCommand.Ended;
import squall.system.ExitCode;

/** Eight clients that share a sample application on a real PostgreSQL. */
@Tag("server")
@Tag("extended")
class SharedAppsServerTest {
    @TempDir
    private static Path folder;

    private static Site site;
    private static SharedApps clients;

    @BeforeAll
    static void start() throws Exception {
        site = new Site();
        clients = new SharedApps(8, folder, words -> site.run("--workload " + words));
    }

    @AfterAll
    static void remove() throws Exception {
        site.remove();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SqlInserts",
                "SqlInserts --batch_size 3",
                "SqlSecondaryIndex",
                "SqlUniqueSecondaryIndex",
                "SqlSnapshotTxns",
                "SqlRestartRead",
            })
    void eight_clients_do_what_one_is_told_and_each_finds_its_rows(String words) throws Exception {
        clients.requireWhole(words);
    }

    @Test
    void all_keys_are_written_under_one_prefix_and_then_updated_by_their_owners() throws Exception {
        String table = " --create_table_name owned";
        ok(clients.together("SqlInserts --num_unique_keys 100 --num_writes 100 --num_reads 0" + table, "filling"));
        assertThat(site.ask("SELECT count(*) || ' ' || count(DISTINCT split_part(k, ':', 1)) FROM owned"))
                .isEqualTo("100 1");
        String prefix = site.ask("SELECT split_part(k, ':', 1) FROM owned");

        String updates =
                "SqlUpdates --uuid " + prefix + " --max_written_key 99 --num_writes 400 --num_reads 80" + table;
        ok(clients.together(updates, "updating"));
        assertThat(
                        site.ask(
                                "SELECT sum(CASE WHEN split_part(v, ':', 3) = '' THEN 0 ELSE split_part(v, ':', 3)::int END) FROM owned"))
                .isEqualTo("400");

        site.tell("DELETE FROM owned WHERE k = '" + prefix + ":40'");
        List<Ended> ended = clients.together(updates + " --client-wait 3s", "robbed");
        assertThat(ended.get(3).code()).isEqualTo(ExitCode.USAGE.code());
        assertThat(ended.get(3).err())
                .contains("has 12 rows", "but --max_written_key says 100, of which 13 are of client 3");
        assertThat(ended.get(2).code()).isEqualTo(ExitCode.INVALID.code());
        assertThat(ended.get(2).err()).contains("client 3 of 8 did not sign in to run robbed");
    }

    @Test
    void a_row_of_another_client_is_left_to_it_and_a_lost_one_of_its_own_is_found() throws Exception {
        String table = " --create_table_name lost";
        site.tell(
                "CREATE TABLE lost (k text PRIMARY KEY, v text)",
                "CREATE FUNCTION vanish() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN DELETE FROM lost WHERE k = NEW.k AND k LIKE '%:30'; RETURN NULL; END $$",
                "CREATE TRIGGER vanish AFTER INSERT ON lost FOR EACH ROW EXECUTE FUNCTION vanish()");
        List<Ended> ended =
                clients.together("SqlInserts --num_unique_keys 80 --num_writes 80 --num_reads 0" + table, "losing");

        assertThat(ended.get(3).code()).isEqualTo(ExitCode.DATA.code());
        assertThat(ended.get(3).err()).contains("key 30: no row, version 0 was acknowledged");
        assertThat(ended.stream().filter(each -> !each.equals(ended.get(3)))).allSatisfy(SharedApps::requireWell);
        assertThat(clients.merged("losing").run().codes().worst()).isEqualTo(ExitCode.DATA);
    }

    @Test
    void on_a_schedule_every_client_writes_and_reads_its_share() throws Exception {
        String words = "SqlInserts --create_table_name paced --num_unique_keys 80 --num_writes 160 --num_reads 160"
                + " --num_threads_read 2 --num_threads_write 2 --rate 320";
        List<Ended> ended = clients.together(words, "paced");
        ended.forEach(each -> assertThat(each.code()).as(each.err()).isIn(0, ExitCode.INVALID.code())); // late, if busy
        for (Ended each : ended) {
            assertThat(SharedApps.counts(each.directory())).isEqualTo(Map.of("Read", 20L, "Write", 20L));
        }
    }

    @Test
    void a_client_that_comes_again_is_refused() throws SQLException {
        SharedApps one = new SharedApps(2, folder, clients.command());
        String words = "SqlInserts --create_table_name again --num_unique_keys 10 --num_writes 10 --num_reads 0";
        ok(one.together(words, "again"));
        Ended ended = site.run("--workload " + words + one.as(1, "again"));

        assertThat(ended.code()).isEqualTo(ExitCode.USAGE.code()); // its rows are there
        ended = site.run("--workload " + words.replace("again", "fresh") + one.as(1, "again"));
        assertThat(ended.code()).isEqualTo(ExitCode.INVALID.code());
        assertThat(ended.err()).contains("client 1 of run again has signed in before");
        assertThat(site.ask("SELECT count(*) FROM fresh")).isEqualTo("0");
    }

    private static void ok(List<Ended> all) {
        assertThat(all).allSatisfy(SharedApps::requireWell);
    }
}
