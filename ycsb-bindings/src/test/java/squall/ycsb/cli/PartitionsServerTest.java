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

/** {@code db.sharding} on PostgreSQL: declarative partitions, or a refusal that leaves the table as it was. */
@Tag("server")
@Tag("extended")
class PartitionsServerTest {
    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("partitions", 2);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @ParameterizedTest
    @CsvSource({"hash, copy", "hash, batch", "hash, insert", "range, copy", "range, batch", "range, insert"})
    void rows_are_loaded_read_scanned_and_inserted_in_partitions(String sharding, String mode) throws SQLException {
        String table = mode + "_" + sharding;
        String options = " jdbc -P workloade -p recordcount=500 -p operationcount=300 -threads 3 -p load.mode=" + mode
                + " -p db.sharding=" + sharding + " -p db.sharding.pieces=4 -p table=" + table;
        Ended loaded = bench.ycsb("load" + options);
        assertThat(loaded.code()).as(loaded.err()).isZero();
        assertThat(loaded.err()).contains("made table " + table + ": 4 " + sharding + " partitions");
        assertThat(bench.ask("SELECT count(*) FROM " + table)).isEqualTo("500");
        assertThat(bench.ask("SELECT count(DISTINCT tableoid) FROM " + table)).isEqualTo("4");
        Ended run = bench.ycsb("run" + options);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.value("SCAN", "Return=OK")).isPresent();
        assertThat(bench.ask("SELECT count(*) > 500 FROM " + table)).isEqualTo("t");
    }

    @Test
    void a_sharding_that_cannot_be_made_is_refused_before_the_table_is_dropped() throws SQLException {
        String load = "load jdbc -P workloada -p recordcount=50 -p table=kept";
        assertThat(bench.ycsb(load).code()).isZero();
        Ended refused = bench.ycsb(load + " --existing drop -p db.sharding=hash -p db.sharding.pieces=5000");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("table kept: hash sharding into 5000 pieces was requested, but Squall creates at most 1000");
        assertThat(bench.ask("SELECT count(*) FROM kept")).isEqualTo("50");
    }

    @Test
    void a_table_that_cannot_be_recreated_is_not_dropped() throws SQLException {
        String load = "load jdbc -P workloada -p recordcount=50 -p table=whole";
        assertThat(bench.ycsb(load).code()).isZero();
        bench.tell("CREATE TABLE whole_p3 (in_the_way int)");
        Ended failed = bench.ycsb(load + " --existing drop -p db.sharding=hash");
        assertThat(failed.code()).as(failed.err()).isEqualTo(5);
        assertThat(failed.err()).contains("replacing table whole failed: 42P07");
        assertThat(bench.ask("SELECT count(*) FROM whole")).isEqualTo("50");
    }

    @Test
    void partitions_and_their_indexes_lie_in_the_tablespaces_asked_for() throws Exception {
        String load = "load jdbc -P workloada -p recordcount=400 -p table=placed --existing drop -p db.sharding=hash"
                + " -p db.sharding.pieces=4 -p db.sharding.tablespaces=";
        Ended loaded = bench.ycsb(load + "data1,data2");
        assertThat(loaded.code()).as(loaded.err()).isZero();
        assertThat(loaded.err()).contains("made table placed: 4 hash partitions in tablespaces data1, data2");
        String places = "SELECT string_agg(relname || ' ' || spcname, ', ' ORDER BY relname) FROM pg_class JOIN"
                + " pg_tablespace place ON place.oid = reltablespace WHERE relname LIKE 'placed_p%'";
        assertThat(bench.ask(places))
                .isEqualTo("placed_p1 data1, placed_p1_pkey data1, placed_p2 data2, placed_p2_pkey data2,"
                        + " placed_p3 data1, placed_p3_pkey data1, placed_p4 data2, placed_p4_pkey data2");

        Ended missing = bench.ycsb(load + "data1,data7");
        assertThat(missing.code()).as(missing.err()).isEqualTo(2);
        assertThat(missing.err().replaceAll("\\s+", " "))
                .contains("table placed cannot be created: the server has no tablespace data7"
                        + " (it has data1, data2, pg_default)");
        Ended elsewhere = bench.ycsb(load.replace("drop", "truncate") + "data1");
        assertThat(elsewhere.code()).as(elsewhere.err()).isEqualTo(2);
        assertThat(elsewhere.err().replaceAll("\\s+", " "))
                .contains("its partitions lie in tablespaces data1, data2 where data1 were requested");
        assertThat(bench.ask("SELECT count(*) FROM placed")).isEqualTo("400");
    }

    @Test
    void a_table_that_is_kept_must_have_the_partitions_asked_for() throws SQLException {
        String load = "load jdbc -P workloada -p recordcount=50 -p table=plain";
        assertThat(bench.ycsb(load).code()).isZero();
        Ended refused = bench.ycsb(load + " --existing truncate -p db.sharding=range");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err().replaceAll("\\s+", " "))
                .contains(
                        "table plain already exists, and it is not partitioned where 8 range partitions were requested"
                                + ": replace it with --existing=drop, or omit db.sharding");
        assertThat(bench.ask("SELECT count(*) FROM plain")).isEqualTo("50");
        assertThat(bench.ycsb(load + " --existing drop -p db.sharding=range").code())
                .isZero();
        Ended again = bench.ycsb(load + " --existing truncate -p db.sharding=range");
        assertThat(again.code()).as(again.err()).isZero();
    }
}
