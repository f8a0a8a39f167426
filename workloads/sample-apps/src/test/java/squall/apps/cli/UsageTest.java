package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.apps.SampleAppCatalog;
import squall.cli.TestCommand.Ended;

/** Test of command lines that are refused before the first connection, and of the help. */
class UsageTest {
    private static final String NOWHERE = " --nodes 127.0.0.1:1";

    @TempDir
    Path folder;

    /** Covers an old error: Squall's own database was measured in place of the one that was meant. */
    @Test
    void a_login_without_an_address_is_refused() {
        Ended ended = Site.run(folder, "--workload SqlInserts --username me --password s");

        assertThat(ended.err())
                .startsWith(
                        "error: --username and --password: for a database of yours; give its address with --nodes or --url");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--num_reads 1 | a workload is missing: --workload must be one of CassandraBankTransfers, ",
                "-workload SqlInsert | --workload: there is no workload 'SqlInsert'; did you mean 'SqlInserts'?",
                "--workload SqlInserts --num_read 5 | unknown option '--num_read'; did you mean '--num_reads'?",
                "--workload SqlInserts --num_reads many | --num_reads must be a whole number in [-1, 2147483647], not 'many'",
                "-workload SqlInserts -num_threads_read 0 -num_threads_write 0 | there is nothing to do: ",
                "--workload SqlInserts --read_only | --read_only needs the prefix of the keys",
                "--workload SqlInserts --read_only --nouuid --num_threads_write 2 | --read_only has no writers: ",
                "--workload SqlInserts --create_table_name a --drop_table_name b | --drop_table_name contradicts ",
                "--workload SqlInserts --skip_workload | --skip_workload needs --drop_table_name",
                "--workload SqlInserts --skip_ddl --truncate | --skip_ddl contradicts --truncate: leave one out",
                "--workload SqlInserts --skip_ddl --drop_table_name b | --skip_ddl contradicts --drop_table_name: ",
                "--workload SqlInserts --read_rate 5 | one schedule serves all sessions, and only --read_rate is given: ",
                "--workload SqlInserts --max_written_key 9 | --max_written_key needs the prefix of the keys",
                "--workload SqlInserts --nouuid --max_written_key 9 --truncate | with --truncate there are no rows for --max_written_key: ",
                "--workload SqlInserts --keep_table --drop_table_name b | --drop_table_name contradicts --keep_table: ",
                "--workload CassandraRegisters --statement_timeout_ms 5 | --statement_timeout_ms: for workloads over SQL; leave it out",
                "--workload SqlInserts --max_written_key 2147483647 --nouuid | --max_written_key must be a whole number in [-1, 2147483646], not '2147483647'",
                "--workload CassandraKeyValue --statement_timeout_ms 5 | --statement_timeout_ms: for workloads over SQL; leave it out",
                "--workload SqlInserts --num_threads_read 2147483647 | --num_threads_read must be a whole number in [0, 1000000], not",
                "--workload SqlInserts --num_threads_read auto --auto-p99 10ms | --auto-p99 must be a number of milliseconds above 0",
                "--workload SqlInserts --nouuid --read_only --read_rate 5 --write_rate 5 | there are no writers: leave --write_rate out",
                "--workload SqlInserts --num_threads_read 0 --read_rate 5 --write_rate 5 | there are no readers: leave --read_rate out",
                "--workload SqlInserts --rate 5 --read_rate 5 | --rate is for all sessions together: leave --read_rate out",
                "--workload SqlInserts --nouuid --read_only --num_threads_read 0 | there is nothing to do: there are no readers and no",
                "--workload CassandraBatchKeyValue --rate 5 | CassandraBatchKeyValue works on 10 keys at a time unless",
                "--workload SqlDataLoad --num_value_columns 0 | SqlDataLoad: option 'num_value_columns' must be",
                "--workload SqlInserts --write_rate 0 | --write_rate must be a number of operations a second above 0",
                "--workload SqlInserts --nouuid --max_written_key 9 --num_unique_keys 5 | --num_unique_keys 5 is less than the 10",
                "--workload CassandraStockTicker --nouuid --max_written_key 9 --num_ticker_symbols 5 | --num_ticker_symbols 5 is less"
                        + " than the 10 keys of --max_written_key",
                "--workload SqlInserts --lock_step | --lock_step is not offered",
                "--workload SqlInserts --ssl_key a.pem | --ssl_key is not used: over SQL give sslmode",
                "--workload SqlInserts --ssl_client_key a.pem | --ssl_client_key is no option of SqlInserts",
                "--workload SqlInserts --url= | --url is empty: give it a value, or omit it for its default",
                "--workload SqlInserts --abort-on never | --abort-on must be a comma list of no-success:30s",
                "--workload SqlInserts --tag a=1 -tag a=2 | --tag: 'a=1' and 'a=2' exclude each other",
                "--workload SqlInserts --tag nightly,=x | --tag must be",
                "--workload SqlInserts --metrics-port nine | --metrics-port must be a port in [0, 65535], 0 for any",
                "--workload SqlUpdates --nouuid | SqlUpdates works on rows that are there: say how many",
                "--workload SqlBankTransfers --num_unique_keys 5 --num_writes 6 | SqlBankTransfers writes each key once: ",
                "--workload RedisKeyValue | --workload: RedisKeyValue speaks Redis, which is neither SQL nor CQL",
                "--workload sqlstalereaddetector | --workload: SqlStaleReadDetector sums a whole table",
                "--workload CassandraKeyValue --default_postgres_database a | --default_postgres_database is no option",
                "--workload SqlInserts --local_reads | --local_reads is no option of SqlInserts",
                "--workload CassandraKeyValue --table_ttl_seconds 9 --run_time 9 | --table_ttl_seconds 9 must be at least",
                "--workload CassandraKeyValue --table_ttl_seconds 9 --run_time -1 | --table_ttl_seconds 9 must be at least",
                "--workload CassandraKeyValue --table_ttl_seconds 20 --run_time 10 --num_threads_write auto | --table_ttl_seconds 20"
                        + " counts from the search of 'auto', ",
                "--workload CassandraKeyValue --table_ttl_seconds 20 --run_time 10 --nouuid --max_written_key 9 |"
                        + " --table_ttl_seconds 20 counts from the earlier run that wrote the rows of --max_written_key, ",
                "--workload CassandraKeyValue --table_ttl_seconds 20 --run_time 10 --nouuid --read_only |"
                        + " --table_ttl_seconds 20 counts from the earlier run that wrote the rows of --read_only, ",
                "--workload CassandraKeyValue --replication many | --replication: a replication must be a number",
                "--workload CassandraStockTicker --num_ticker_symbols 5 --num_unique_keys 9 | --num_unique_keys and --num_ticker_symbols",
                "--workload CassandraTimeseries --min_nodes_per_user 20 | CassandraTimeseries: --min_nodes_per_user 20",
                "--workload SqlEventCounter --value_size 40 | SqlEventCounter: --value_size: a counter has no value",
                "--workload SqlMessageQueue --value_size 40 | SqlMessageQueue: --value_size: a message has no value",
                "--workload SqlWarehouseStock --value_size 40 | SqlWarehouseStock: --value_size: a stock has no value",
                "--workload SqlDataLoad --num_indexes 2 | SqlDataLoad: --num_indexes 2 and --num_foreign_keys 0 must not",
                "--workload SqlDataLoad --num_foreign_key_table_rows 9 | SqlDataLoad: --num_foreign_key_table_rows needs --num_foreign_keys",
                "--workload SqlDataLoad --num_foreign_keys 0 --num_consecutive_rows_with_same_fk 9 | SqlDataLoad:"
                        + " --num_consecutive_rows_with_same_fk needs --num_foreign_keys above 0",
                "--workload SqlBankTransfers --clients 2 --client 0 --client-run r | SqlBankTransfers is for a single client: its check",
                "--workload SqlListAppend --clients 2 --client 0 --client-run r | --clients is no option of SqlListAppend",
                "--workload SqlInserts --truncate --clients 2 --client 0 --client-run r | with --truncate one of 2 clients would",
                "--workload SqlInserts --num_threads_read auto --clients 2 --client 0 --client-run r | the number of sessions",
                "--workload SqlRestartRead --clients 13 --client 0 --client-run r | SqlRestartRead has 12 keys, which are too few",
                "--workload SqlInserts --uuid u --max_written_key 9 --clients 2 --client 0 --client-run r | of the 2000000 keys of",
                "--workload SqlInserts --num_writes 2 --clients 3 --client 0 --client-run r | --num_writes 2 is less than one for",
                "--workload SqlInserts --clients 2 --client 2 --client-run r | client must be from 0 to 1 (of 2 clients): 2",
                "--workload SqlInserts --clients 2 --client 0 | 2 clients must start together: ",
                "--workload SqlInserts --client-run r | --client-run, --client-wait and --start-at need --clients and",
                "--workload CassandraTransactionalKeyValue --accord --local_reads | --local_reads: Accord orders every read",
                "--workload CassandraRegisters --transaction_length 3 | CassandraRegisters: --transaction_length needs --accord",
                "--workload CassandraRegisters --same-cell | --same-cell is no option of CassandraRegisters",
                "--workload CassandraListAppend --accord | --accord is no option of CassandraListAppend",
                "--workload SqlInserts SqlUpdates | 'SqlUpdates' is one argument too many",
                "@../whitepaper/wp-index-reads-sql --truncate | with --truncate there are no rows for --read_only: leave one out",
            })
    void what_cannot_be_done_is_exit_2_with_the_way_out(String line, String message) {
        Ended ended = Site.run(folder, line + NOWHERE);

        assertThat(ended.err()).startsWith("error: " + message);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"paper", "paper --scale laptop", "paper --scale=0.001"})
    void the_experiments_of_the_white_paper_are_sent_to_bin_experiment(String line) {
        Ended ended = Site.run(folder, line);

        assertThat(ended.err())
                .startsWith("error: 'paper' is one argument too many; ")
                .contains(" bin/experiment run paper-workloads\n");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_database_that_is_not_there_is_exit_5() {
        Ended ended = Site.run(folder, "--workload SqlInserts --password hidden-word" + NOWHERE);

        assertThat(ended.err()).startsWith("error: database jdbc:postgresql://127.0.0.1:1/postgres cannot be used");
        assertThat(ended.err()).doesNotContain("hidden-word");
        assertThat(ended.code()).isEqualTo(5);
    }

    /** Squall's own Cassandra has no Accord, and is not started to say so. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CassandraBankTransfers",
                "CassandraHotCounter",
                "CassandraListAppend",
                "CassandraRegisters --accord"
            })
    void transactions_of_accord_need_an_address(String words) {
        Ended ended = Site.run(folder, "--workload " + words);

        assertThat(ended.err())
                .startsWith("error: " + words.replaceFirst(" .*", "") + " needs a Cassandra with Accord: start one with"
                        + " 'bin/testbed up cassandra --name accord --version 6.0-alpha2', and give the address that it"
                        + " prints as --url\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_help_names_every_workload() {
        Ended ended = Site.run(folder, "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains(SampleAppCatalog.load().names());
    }

    @ParameterizedTest
    @CsvSource({"--workload SqlSecondaryIndex --help", "-help SqlSecondaryIndex", "--help sqlsecondaryindex"})
    void the_help_of_a_workload_tells_its_defaults(String line) {
        Ended ended = Site.run(folder, line);

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "table sqlsecondaryindex", "--num_threads_read 1 --num_threads_write 1", "--num_unique_keys N")
                .doesNotContain("--num_partitions", "--pipeline_length");
    }
}
