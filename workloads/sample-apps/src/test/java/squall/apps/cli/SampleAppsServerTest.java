package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.apps.AppContext;
import squall.apps.KeyValueFormat;
import squall.apps.SampleAppCatalog;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.run.SqlAppTables;
import squall.apps.sql.SqlSecondaryIndex;
import squall.check.DataCheck;
import squall.cli.LateStream;
import squall.cli.TestCommand.Ended;
import squall.fake.FakeDriver;
import squall.spi.CheckResult;
import squall.spi.Options;
import squall.spi.Target;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.sql.TableColumns;
import squall.sql.driver.SqlSettings;

/** Test of the whole command on a real server: runs whose data is good, and data that was corrupted between two runs. */
@Tag("server")
class SampleAppsServerTest {
    private static final Pattern STATUS =
            Pattern.compile("- Read: ([\\d.]+) ops/sec \\(([\\d.]+) ms/op\\), (\\d+) total ops"
                    + "  \\|  Write: ([\\d.]+) ops/sec \\(([\\d.]+) ms/op\\), (\\d+) total ops  \\|  (.*)");

    private static final Map<String, String> DATA_LOAD = Map.of("num_value_columns", "3", "num_foreign_keys", "1");

    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        site = new Site();
    }

    @AfterAll
    static void remove() throws Exception {
        site.remove();
    }

    @AfterEach
    void dropTables() throws SQLException {
        site.tell(
                "DROP TABLE IF EXISTS t, t_orders, t_transfers, t_raises, u, u_transfers, t_fk_1 CASCADE",
                "DROP TABLE IF EXISTS t_0, t_1, t_2, t_3, t_4, t_5, t_6, t_7",
                "DROP FUNCTION IF EXISTS swallow");
    }

    @Test
    void tables_that_cannot_be_recreated_are_not_dropped() throws SQLException {
        site.tell("CREATE TABLE t (mine int)", "INSERT INTO t VALUES (7)");
        Ended ended = site.run("--workload SqlGeoPartitionedTable --drop_table_name t --num_writes 10 --num_reads 0"
                + " --num_partitions 2 --tablespaces nowhere,neither");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(5);
        assertThat(ended.err()).contains("replacing table t failed: 42704");
        assertThat(site.ask("SELECT mine FROM t")).isEqualTo("7");
    }

    @Test
    void a_late_dispatcher_changes_no_figure() {
        LateStream late = new LateStream("squall run SqlInserts on", Duration.ofSeconds(1));
        Ended ended = site.run(
                "--workload SqlInserts --truncate --num_unique_keys 50 --num_writes 700 --num_reads 300", late);

        assertThat(late.held()).isTrue();
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        Matcher status = lastStatus(ended);
        assertThat(status.group(3)).isEqualTo("300");
        assertThat(status.group(6)).isEqualTo("700");
        assertThat(ended.err())
                .contains("1,000 of 1,000 operations, 0 failed")
                .contains("acknowledged writes: 50 acknowledged rows, all there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SqlInserts", "SqlSnapshotTxns", "SqlHotCounter", "SqlRegisters"})
    void a_table_with_other_columns_is_refused_before_anything_is_touched(String app) throws SQLException {
        site.tell("CREATE TABLE t (mine int)", "INSERT INTO t VALUES (7)");
        for (String tables : List.of("", " --truncate")) {
            Ended ended = site.run("--workload " + app + tables + " --create_table_name t --run_time 1");

            assertThat(ended.code()).describedAs(ended.err()).isEqualTo(2);
            assertThat(ended.err())
                    .containsPattern("error: table t exists, but has no column [\\w, ]+: replace it with"
                            + " --drop_table_name t, or name another table with --create_table_name\n");
            assertThat(site.ask("SELECT mine FROM t")).isEqualTo("7");
        }
    }

    @Test
    void a_further_table_with_other_columns_is_refused_too_and_drop_table_name_mends_it() throws SQLException {
        site.tell("CREATE TABLE t_transfers (k text, amount int)");
        String bank = "--workload SqlBankTransfers --num_writes 20 --num_reads 0";

        Ended refused = site.run(bank + " --create_table_name t");
        assertThat(refused.code()).describedAs(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("error: table t_transfers exists, but has no column payer, payee: replace");
        assertThat(site.ask("SELECT to_regclass('t')")).isEqualTo("null");

        Ended replaced = site.run(bank + " --drop_table_name t");
        assertThat(replaced.code()).describedAs(replaced.err()).isZero();
    }

    @ParameterizedTest
    @MethodSource("sqlApps")
    void a_workload_names_all_columns_of_its_tables(SqlApp app) throws Exception {
        Options options = new Options("run", app.options().contains("num_foreign_keys") ? DATA_LOAD : Map.of());
        AppContext setting = new AppContext("t", new KeyValueFormat("key", 0), options);
        Target target = site.target();
        SqlDatabase database = SqlDatabase.connect(SqlSettings.of(target.url(), target.user(), target.password()));
        new SqlAppTables(app, setting, database, true).create();

        Map<String, List<String>> made = new TreeMap<>();
        for (String table : app.tables(setting)) {
            made.put(table, database.administer("looking", connection -> database.columns(connection, table)));
        }
        assertThat(app.columns(setting).stream().collect(Collectors.toMap(TableColumns::table, TableColumns::columns)))
                .isEqualTo(made);
    }

    static Stream<SqlApp> sqlApps() {
        SampleAppCatalog catalogue = SampleAppCatalog.load();
        return catalogue.names().stream()
                .flatMap(name -> catalogue.find(name).stream())
                .filter(SqlApp.class::isInstance)
                .map(SqlApp.class::cast)
                .filter(app -> app.getClass().getName().startsWith("squall.") && !app.needsRows());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SqlInserts",
                "SqlSecondaryIndex",
                "SqlUniqueSecondaryIndex",
                "SqlSnapshotTxns",
                "SqlRestartRead",
                "SqlForeignKeysAndJoins",
                "SqlGeoPartitionedTable --num_partitions 3",
                "SqlInserts --batch_size 7 --value_size 40",
                "Seats",
                "SqlEventCounter",
                "SqlWarehouseStock",
                "SqlMessageQueue",
            })
    void inserts_and_updates_concurrent_with_reads_raise_no_false_alarm(String app) {
        Ended ended =
                site.run("--workload " + app + " --truncate --num_unique_keys 50 --num_writes 700 --num_reads 300");

        assertThat(ended.err()).contains("acknowledged writes: 50 acknowledged rows, all there");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        Matcher status = lastStatus(ended);
        assertThat(ended.err()).contains("complete after").doesNotContain("unfinished");
        assertThat(status.group(3)).isEqualTo("300");
        assertThat(status.group(6)).isEqualTo("700");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MultiTableMultiIndexInserts",
                "SqlDataLoad --num_value_columns 3 --num_indexes 1 --num_foreign_keys 2 --batch_size 5",
            })
    void loads_of_new_keys_are_all_there(String app) {
        Ended ended =
                site.run("--workload " + app + " --truncate --num_unique_keys 40 --num_threads_read 1 --num_reads 30");

        assertThat(ended.err()).contains("acknowledged writes: 40 acknowledged rows, all there");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @Test
    void transfers_that_collide_keep_every_cent() throws SQLException {
        Ended ended = site.run("--workload SqlBankTransfers --truncate --num_writes 1500 --num_reads 200");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("all 1000 accounts are as the books say, none below zero");
        assertThat(site.ask("SELECT count(*) FROM bank_accounts_transfers")).isEqualTo("1500");
        assertThat(site.ask("SELECT sum(balance) FROM bank_accounts")).isEqualTo("1000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void a_counter_that_all_sessions_raise_loses_no_update_of_a_server_that_isolates_them(String isolation) {
        Ended ended = site.run(
                "--workload SqlHotCounter --truncate --num_writes 600 --num_reads 100 --isolation " + isolation);

        assertThat(ended.err()).contains("counter: 600 updates acknowledged; the counter was incremented by 600");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    @Test
    void updates_lost_between_transactions_of_a_driver_that_has_none_are_exit_4() throws SQLException {
        Ended ended = Site.run(
                site.folder(),
                "--workload SqlHotCounter --drop_table_name t --num_writes 2000 --num_threads_write 8"
                        + " --num_threads_read 0 --error-budget 1 --url "
                        + FakeDriver.withoutTransactions(site.target().url())
                        + " --username " + site.target().user() + " --password "
                        + site.target().password());

        assertThat(ended.err())
                .containsPattern("acknowledged writes: [1-9]\\d+ acknowledged rows, all there")
                .containsPattern("exit 4: counter failed: [1-9]\\d* lost \\(updates: [1-9]\\d+ were acknowledged, but");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void updates_that_are_acknowledged_and_dropped_are_exit_4() throws SQLException {
        site.run(table("SqlHotCounter") + "--nouuid --num_writes 5 --num_reads 0");
        site.tell(
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
                "CREATE TRIGGER swallow BEFORE UPDATE ON t FOR EACH ROW WHEN (OLD.n >= 20) EXECUTE FUNCTION swallow()");

        Ended ended = site.run("--workload SqlHotCounter --create_table_name t --nouuid --max_written_key 4"
                + " --num_unique_keys 105 --num_writes 100 --num_threads_read 0");

        assertThat(ended.err().replaceAll("\\s+", " "))
                .contains(
                        "exit 4: counter failed: 85 lost (updates: 105 were acknowledged, but the counter was incremented by 20)");
        assertThat(ended.code()).isEqualTo(4);
    }

    /** Corrupts one row of a table of 20 good ones, which the second run only reads. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SqlInserts | UPDATE t SET v = 'val:3:x' WHERE k = 'key:3' | torn",
                "SqlSnapshotTxns | UPDATE t SET v = 'val:3:1' WHERE k = 'key:3-copy' | torn",
                "SqlSnapshotTxns | DELETE FROM t WHERE k = 'key:3' | torn",
                "SqlBankTransfers | UPDATE t SET balance = balance + 1 WHERE account_id = 3 | balances failed",
                "SqlBankTransfers | UPDATE t_transfers SET payer = 999 WHERE k = 'key:3' | torn",
                "SqlForeignKeysAndJoins | UPDATE t_orders SET user_id = 'user:9' WHERE order_id = 'key:3' | torn",
                "SqlForeignKeysAndJoins | ALTER TABLE t DISABLE TRIGGER ALL; DELETE FROM t WHERE user_id = 'user:3'"
                        + " | foreign key failed: 1 orders have no user",
                "SqlGeoPartitionedTable | UPDATE t SET region = 'region_0' WHERE k = 'key:3' | torn",
                "Seats | UPDATE t SET seat = 'val:4' WHERE buyer = 'key:3' | seats failed: 1 seats are sold twice",
                "SqlEventCounter | UPDATE t SET counter = -1 WHERE event = 'key:3' | torn",
                "SqlWarehouseStock | UPDATE t SET stock = 55 WHERE item_id = 'key:3' | 55 are left after 0 were sold",
                "SqlMessageQueue | UPDATE t SET stock_level = 2 WHERE ticker = 'key:3' | torn",
                "MultiTableMultiIndexInserts | DELETE FROM t_1 WHERE k = 'key:3' AND n = 200 | 346 of 347 rows",
                "MultiTableMultiIndexInserts | UPDATE t_2 SET v = 'val:4' WHERE k = 'key:3' AND n = 2 | torn",
                "SqlDataLoad --num_foreign_keys 1 | UPDATE t SET v1 = 'fk:9' WHERE k = 'key:3' | column v1 holds 'fk:9'",
                "SqlUniqueSecondaryIndex | DROP INDEX t_index | unique index failed: it let the same value in twice",
            })
    void corrupted_data_is_exit_4_under_its_name(String app, String corruption, String name) throws SQLException {
        assertThat(site.run(table(app) + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0")
                        .code())
                .isZero();
        site.tell(corruption);

        Ended ended = site.run("--workload " + app
                + " --create_table_name t --nouuid --read_only --max_written_key 19 --num_reads 50 --error-budget 1");

        assertThat(ended.err()).contains(name);
        assertThat(ended.code()).isEqualTo(4);
    }

    /** Covers the exit code when the last check fails: it negates the amounts, which the smallest integer does not allow. */
    @Test
    void torn_reads_stay_exit_4_when_the_last_check_fails_to_ask() throws SQLException {
        site.run(table("SqlBankTransfers") + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        site.tell(
                "UPDATE t SET balance = balance - 1 WHERE account_id = 3",
                "UPDATE t_transfers SET amount = -2147483648 WHERE k = 'key:3'");

        Ended ended = site.run("--workload SqlBankTransfers --create_table_name t --nouuid --read_only"
                + " --max_written_key 19 --num_reads 50 --error-budget 1");

        assertThat(ended.err())
                .contains("exit 4: reads failed: 50 torn (key ", ": the sum of all balances is 999999, not 1000000")
                .contains("exit 6: balances is undecided: ", "22003");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void torn_reads_stay_exit_4_without_the_check_at_the_end() throws SQLException {
        site.run(table("SqlBankTransfers") + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        site.tell("UPDATE t SET balance = balance - 1 WHERE account_id = 3");

        Ended ended = site.run("--workload SqlBankTransfers --create_table_name t --nouuid --read_only"
                + " --max_written_key 19 --num_reads 50 --error-budget 1 --no-verify");

        assertThat(ended.err()).contains("exit 4: reads failed: 50 torn (key ");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void a_run_that_wrote_nothing_has_nothing_to_check() {
        Ended ended = site.run(table("SqlForeignKeysAndJoins") + "--num_writes 0 --num_reads 0");

        assertThat(ended.err())
                .contains("– reads: nothing to check: no reads")
                .contains("– acknowledged writes: nothing to check: no acknowledged rows")
                .contains("– foreign key: nothing to check: no orders");
        assertThat(ended.code()).describedAs(ended.err()).isZero();
    }

    /** Runs one write that lasts much longer than a turn may wait; sessions that wait for nothing are not behind. */
    @Test
    void sessions_for_which_there_is_no_write_or_read_do_not_count_as_waiting() throws SQLException {
        site.tell(
                "CREATE TABLE t (k text PRIMARY KEY, v text)",
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(2); RETURN NEW; END'",
                "CREATE TRIGGER slow BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION swallow()");

        for (String reads : List.of("--num_reads 0", "--num_reads 1000000 --end_with_writes")) {
            Ended ended = site.run("--workload SqlInserts --create_table_name t --num_writes 1"
                    + " --num_threads_write 4 --num_threads_read 2 " + reads);

            assertThat(ended.err()).doesNotContain("still waiting");
            assertThat(ended.code()).describedAs(ended.err()).isZero();
            assertThat(lastStatus(ended).group(6)).isEqualTo("1");
            site.tell("TRUNCATE t");
        }
    }

    @Test
    void an_index_that_misses_a_row_is_found_by_the_check_and_by_reads() throws SQLException {
        site.run(table("SqlSecondaryIndex") + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        site.tell(
                "UPDATE pg_index SET indisready = false, indisvalid = true WHERE indexrelid = 't_index'::regclass",
                "INSERT INTO t VALUES ('key:20', 'val:20')",
                "UPDATE pg_index SET indisready = true WHERE indexrelid = 't_index'::regclass");

        Ended ended = site.run("--workload SqlSecondaryIndex --create_table_name t --nouuid --read_only"
                + " --max_written_key 20 --num_reads 200 --error-budget 1");

        assertThat(ended.err()).contains("index and table: count and sum of the values' hashes are 21 ");
        assertThat(ended.code()).isEqualTo(4);
    }

    /** RESET ALL also reset the statement_timeout that Squall had set. */
    @Test
    void a_check_of_an_index_keeps_the_statement_timeout_of_its_connection() throws Exception {
        site.run(table("SqlSecondaryIndex") + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        AppContext run = new AppContext("t", new KeyValueFormat("key", 0), Options.none("test"));
        SqlApp.Check check = new SqlSecondaryIndex().checks().getFirst();
        try (Connection connection = site.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = 4321");
            CheckResult result = DataCheck.of(check.name(), check.things(), seen -> {
                try {
                    return check.look().at(connection, new SqlAppContext(run, Dialects.POSTGRES), seen);
                } catch (SQLException e) {
                    throw new IOException(e);
                }
            });
            assertThat(result.detail()).contains("both hold the same 20 values");
            try (ResultSet found = statement.executeQuery("SHOW statement_timeout")) {
                assertThat(found.next()).isTrue();
                assertThat(found.getString(1)).isEqualTo("4321ms");
            }
        }
    }

    @Test
    void a_row_that_vanishes_in_the_run_is_lost() throws SQLException {
        site.tell(
                "CREATE TABLE t (k text PRIMARY KEY, v text)",
                "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN DELETE FROM t WHERE k = ''key:3''; RETURN NULL; END'",
                "CREATE TRIGGER swallow AFTER INSERT ON t FOR EACH ROW WHEN (NEW.k = 'key:9') EXECUTE FUNCTION swallow()");

        Ended ended =
                site.run("--workload SqlInserts --create_table_name t --nouuid --num_unique_keys 20 --num_writes 20"
                        + " --num_threads_write 1 --num_threads_read 0");

        assertThat(ended.err()).contains("acknowledged writes: 1 lost (key 3: no row, version 0 was acknowledged)");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void updates_work_on_what_inserts_left_and_take_over_its_versions() throws SQLException {
        String both = " --create_table_name t --nouuid --max_written_key 19 --num_writes 100 --num_threads_read 0";
        site.run(table("SqlInserts") + "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0");
        assertThat(site.run("--workload SqlUpdates" + both).code()).isZero();

        Ended ended = site.run("--workload SqlUpdates" + both);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(site.ask("SELECT sum(split_part(v, ':', 3)::int) FROM t WHERE v LIKE 'val:%:%'"))
                .isEqualTo("200");
    }

    @Test
    void rows_that_are_there_already_are_exit_2_before_anything_is_written() {
        String rest = "--nouuid --num_unique_keys 20 --num_writes 20 --num_threads_read 0";
        site.run(table("SqlInserts") + rest);

        Ended ended = site.run("--workload SqlInserts --create_table_name t " + rest);

        assertThat(ended.err())
                .contains("error: table t has 20 rows with keys of prefix 'key' already: empty it with --truncate");
        assertThat(ended.code()).isEqualTo(2);
    }

    /** Runs readers without a limit of their own: if they did not end at the last write, the run would go on for ever. */
    @Test
    void a_mix_ends_with_its_last_write() {
        site.run(
                "--workload SqlInserts --create_table_name t --nouuid --num_unique_keys 20 --num_writes 20 --num_reads 0");

        Ended ended = site.run("--workload SqlUpdates --create_table_name t --nouuid --max_written_key 19"
                + " --num_writes 300 --num_reads -1 --end_with_writes");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err()).contains("\nWrite ").contains("\nRead ").contains("complete after");
    }

    @Test
    void a_total_rate_is_kept_on_a_schedule() {
        Ended ended =
                site.run("--workload SqlInserts --truncate --num_threads_read 2 --num_threads_write 2 --read_rate 60"
                        + " --write_rate 40 --run_time 2");

        assertThat(ended.code())
                .describedAs(ended.err())
                .isIn(0, 6); // 6: this machine was too busy to keep the schedule
        if (ended.code() == 0) {
            assertThat(Long.parseLong(lastStatus(ended).group(6))).isBetween(155L, 165L);
            assertThat(Long.parseLong(lastStatus(ended).group(3))).isBetween(235L, 245L);
        }
    }

    @Test
    void when_every_write_fails_the_run_ends_on_time_and_readers_do_not_spin() throws SQLException {
        site.tell("CREATE TABLE t (k text PRIMARY KEY, v text CHECK (v = 'none'))");

        Ended ended = site.run("--workload SqlInserts --create_table_name t --nouuid --run_time 1");

        assertThat(ended.code())
                .describedAs(ended.err())
                .isIn(3, 6); // 6: this machine was also too busy for a window of one second
        assertThat(ended.err()).contains("exit 3: ").contains("23514");
        assertThat(lastStatus(ended).group(6)).isEqualTo("0");
    }

    @Test
    void sessions_are_raised_until_that_does_not_pay_and_the_run_takes_as_many() throws Exception {
        Ended ended = site.run("--workload SqlInserts --create_table_name t --num_threads_write auto"
                + " --num_threads_read 0 --auto-step 1 --auto-p99 0.001 --num_writes 100 --error-budget 1");

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        assertThat(ended.err())
                .containsPattern("    1 session +[\\d,.]+ ops/s   p50 [\\d.]+ ms   p99 [\\d.]+ ms")
                .contains("p99 passed 0.001 ms: 1 session\n0 readers, 1 writer")
                .contains("client and server share this machine", "acknowledged rows, all there")
                .doesNotContain("sustained");
        assertThat(lastStatus(ended).group(6)).isEqualTo("100");
        assertThat(Files.readString(ended.directory().resolve("manifest.json")))
                .contains("\"writers\" : 1", "\"sessions_curve\" : [", "\"shared_host\" : true");
    }

    @Test
    void sessions_that_the_server_refuses_while_they_are_raised_are_exit_5_and_no_bug_in_squall() throws SQLException {
        site.tell("CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 1", "GRANT ALL ON SCHEMA public TO few");
        Ended ended = Site.run(
                site.folder(),
                "--workload SqlInserts --create_table_name t --num_threads_write auto --num_threads_read 0"
                        + " --auto-step 1 --num_writes 100 --username few --password few --url "
                        + site.target().url());
        site.tell("DROP OWNED BY few", "DROP ROLE few");

        assertThat(ended.code()).describedAs(ended.err()).isEqualTo(5);
        assertThat(ended.err()).contains("too many connections for role").doesNotContain("bug in squall");
    }

    @Test
    void dropping_alone_drops_the_tables_of_the_workload() throws SQLException {
        site.run("--workload SqlBankTransfers --create_table_name u --num_writes 1 --num_reads 1");

        Ended ended = site.run("--workload SqlBankTransfers --drop_table_name u --skip_workload");

        assertThat(ended.code()).isZero();
        assertThat(site.ask("SELECT count(*) FROM pg_tables WHERE tablename IN ('u', 'u_transfers')"))
                .isEqualTo("0");
    }

    private static String table(String app) {
        return "--workload " + app + " --drop_table_name t ";
    }

    private static Matcher lastStatus(Ended ended) {
        String last = ended.out().lines().reduce("", (before, line) -> line);
        Matcher status = STATUS.matcher(last);
        assertThat(status.find()).describedAs(ended.out()).isTrue();
        return status;
    }
}
