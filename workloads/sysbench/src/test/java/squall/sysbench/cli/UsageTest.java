package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cli.TestCommand.Ended;

/** Test of command lines that are refused before the first connection. */
class UsageTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threads=1 | a test is missing: it must be one of oltp_insert, oltp_point_select, oltp_read_only,"
                        + " oltp_read_write, oltp_write_only, oltp_update_index, oltp_update_non_index, oltp_delete",
                "oltp_reed_only run | there is no test 'oltp_reed_only' here: it must be one of oltp_insert,"
                        + " oltp_point_select, oltp_read_only, oltp_read_write, oltp_write_only, oltp_update_index,"
                        + " oltp_update_non_index, oltp_delete; did you mean 'oltp_read_only'?",
                "oltp_read_only runn | after the test one of prepare, run, cleanup, prewarm must follow, not 'runn';"
                        + " did you mean 'run'?",
                "oltp_read_only run --tables=0 | --tables must be a whole number of at least 1, not '0'",
                "oltp_read_only run --rand-type=unifrom | --rand-type must be one of uniform, gaussian, special, pareto,"
                        + " zipfian, not 'unifrom'; did you mean 'uniform'?",
                "oltp_read_only run --rand-type=pareto --rand-pareto-h=1 | --rand-pareto-h must be a number between 0 and"
                        + " 1, not '1'",
                "oltp_read_only run --skip_trx=maybe | --skip-trx must be on or off, not 'maybe'",
                "oltp_read_only run --time=0 | --time=0 and --events=0 would run without end: give one of them",
                "oltp_read_only run --percentile=101 | --percentile must be a whole number in [0, 100], not '101'",
                "oltp_read_only run --point-selects=0 --range-selects=off | oltp_read_only has no statement left: each"
                        + " number of statements it has is 0",
                "oltp_read_only run --db-driver=mysql | --db-driver must be pgsql, not 'mysql': to reach another database"
                        + " give its JDBC address with --url and its driver with -cp",
                "oltp_read_only run --url=jdbc:postgresql://127.0.0.1:1/x --pgsql-port=5 | --url says where the database"
                        + " is: leave --pgsql-host, --pgsql-port and --pgsql-db out",
                "oltp_read_only run --pgsql-port=70000 | --pgsql-port must be a port in [1, 65535], not '70000'",
                "oltp_read_only run --tabel_size=5 | unknown option '--tabel-size'; did you mean '--table-size'?",
                "oltp_insert run --judge=isolation | --judge isolation is for tests that read or replace column c:"
                        + " oltp_point_select, oltp_read_only, oltp_read_write, oltp_write_only, oltp_update_non_index, not"
                        + " for oltp_insert",
                "oltp_read_only run --judge=speed | --judge must be isolation, not 'speed'",
                "oltp_read_only run --expect=snapshot | --expect says what is expected of isolation: add --judge isolation,"
                        + " or leave it out",
                "oltp_read_only run --judge=isolation --expect=perfect | --expect: 'perfect' is not an isolation level",
                "oltp_read_only run --judge=isolation --allow=lost | --allow: 'lost' is not an anomaly",
                "oltp_read_only run --judge=isolation --clients=2 --client=0 --client-run=judged | --judge isolation is for"
                        + " a single client",
                "oltp_read_only prepare --clients=2 --client=0 --client-run=x | prepare is for a single client: run it once,"
                        + " before the clients start, without --clients",
                "oltp_read_only run --db-metrics=on | --db-metrics must be off, auto, or addresses of pages",
                "oltp_read_only prepare --db-metrics=off | --db-metrics is an option of run, not of prepare",
                "oltp_read_only cleanup --metrics-port=0 | --metrics-port is an option of run, not of cleanup",
                "oltp_read_only run --seed=1 --rand-seed=2 | --seed and --rand-seed are the same: leave one out",
                "oltp_read_only run --tag a=1 --tag a=2 | --tag: 'a=1' and 'a=2' exclude each other",
                "oltp_read_only run --url= | --url is empty: give it a value, or omit it for its default",
                "oltp_read_only run --pgsql_host= | --pgsql-host is empty: give it a value, or omit it for its default",
                "oltp_read_only run --abort-on=never | --abort-on must be a comma list of no-success:30s, error-share:0.5"
                        + " and errors:1000, not 'never'",
            })
    void what_cannot_be_done_is_refused_with_the_way_out(String line, String message) {
        Ended ended = SysbenchServer.run(folder, true, line);

        assertThat(ended.err()).startsWith("error: " + message);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --tag a=1 --tag a=2 | --tag: 'a=1' and 'a=2' exclude each other",
                "run --url= | --url is empty: give it a value, or omit it for its default",
                "runn | one of init, run, drop, scaling must come first, not 'runn'; did you mean 'run'?",
                "run --read-percent=101 | --read-percent must be a whole number in [0, 100], not '101'",
                "run --min-block-bytes=9 | --max-block-bytes must be a whole number in [9, 1073741824], not '1'",
                "run --sequential --zipfian | --sequential and --zipfian exclude each other: leave one out",
                "run --find-concurrency | --find-concurrency needs a bound: add --p99 10ms, for example",
                "run --p99=10ms | --p99 is the bound of --find-concurrency: add that, or leave it out",
                "run --step-time=2s | --step-time is for --find-concurrency: add that, or leave it out",
                "run --max-concurrency=8 | --max-concurrency is for --find-concurrency: add that, or leave it out",
                "run --max-rate=100 --find-concurrency --p99=10ms | --max-rate keeps each session idle, and"
                        + " --find-concurrency would find any number of them fast enough: leave one out",
                "run --concurrency=8 --find-concurrency --p99=10ms | --concurrency is what --find-concurrency looks for:"
                        + " leave one out",
                "run --db-metrics=on | --db-metrics must be off, auto, or addresses of pages",
                "run --splits=8 | --splits is for a table that is made: add --init",
                "init --clients=2 --client=0 --client-run=x | kv init is for a single client: run it once, before the"
                        + " clients start, without --clients",
                "init --duration=5m | --duration is an option of kv run, not of kv init",
                "drop --find-concurrency | --find-concurrency is an option of kv run, not of kv drop",
                "scaling --max-rate=5 a b | --max-rate is an option of kv run, not of kv scaling",
                "init --read-percent=95 | --read-percent is an option of kv run, not of kv init",
                "init --judge=isolation | --judge is an option of kv run, not of kv init",
                "init --db-metrics=off | --db-metrics is an option of kv run, not of kv init",
                "drop --read-percent=95 | --read-percent is an option of kv run, not of kv drop",
                "drop --splits=3 | --splits is an option of kv init and run, not of kv drop",
                "drop --tag=a | --tag is an option of kv run, not of kv drop",
                "scaling --seed=1 3=run | --seed is an option of kv init and run, not of kv scaling",
                "scaling --clients=2 3=run | --clients is an option of kv run, not of kv scaling",
                "run --user=me | --user is for a database of yours: give its address, or leave it out",
                "init --password=env:PW | --password is for a database of yours: give its address, or leave it out",
                "run --duration=0 | --duration=0 without --max-ops would run without end: give one of them",
                "run --write-seq=S100 | --write-seq S100 is of another order of keys than uniform, whose letter is R",
                "run elsewhere | 'elsewhere' is no address: it must begin with postgresql:// or jdbc:",
                "init --sequential --cycle-length=10 --splits=10 | --splits 10 must be below the 10 keys of"
                        + " --cycle-length",
                "scaling --url=postgresql://127.0.0.1/kv 3=run | --url is for a database, and kv scaling reads run"
                        + " directories: leave it out",
                "scaling --user=me 3=run | --user is for a database, and kv scaling reads run directories: leave it out",
                "scaling | which runs? Name run directories with their number of nodes, as 3=results/latest",
            })
    void kv_refuses_likewise(String line, String message) {
        Ended ended = SysbenchServer.run(folder, false, line);

        assertThat(ended.err()).startsWith("error: " + message);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void options_of_a_file_hold_unless_the_command_line_says_otherwise() throws Exception {
        Files.writeString(folder.resolve("a.conf"), "# a comment\n\ntime = 0\nevents=0\nrand_type=none\n");

        assertThat(SysbenchServer.run(folder, true, "--config-file=a.conf oltp_insert run")
                        .err())
                .startsWith("error: --rand-type must be one of ");
        assertThat(SysbenchServer.run(folder, true, "--config-file a.conf --rand-type=uniform oltp_insert run")
                        .err())
                .startsWith("error: --time=0 and --events=0 would run without end");
    }

    @Test
    void a_line_that_is_no_option_is_named_with_its_place() throws Exception {
        Path file = Files.writeString(folder.resolve("a.conf"), "time=1\nthreads\n");

        assertThat(SysbenchServer.run(folder, true, "--config-file=a.conf oltp_insert run")
                        .err())
                .startsWith("error: " + file + ", line 2: a line must be name=value, not 'threads'");
    }

    @ParameterizedTest
    @CsvSource({"oltp_insert-480", "oltp_point_select-216", "single-row"})
    void presets_are_found_by_name_and_have_options_that_there_are(String preset) {
        Ended ended = SysbenchServer.run(folder, true, "--config-file=" + preset + " oltp_insert run --time=0");

        assertThat(ended.err()).startsWith("error: --time=0 and --events=0 would run without end");
    }

    @Test
    void a_file_that_is_nowhere_is_named_with_both_places() {
        assertThat(SysbenchServer.run(folder, true, "--config-file=none oltp_insert run")
                        .err())
                .startsWith("error: --config-file: there is no file " + folder.resolve("none")
                        + ", and no preset of this name in ../../workloads/sysbench/presets");
    }
}
