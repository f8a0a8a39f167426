package squall.tpcc.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import squall.sql.bulk.BulkInsert;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.TpccSchema;

@Tag("server")
@ExtendWith(TpccServer.Giver.class)
@Timeout(300)
class LoaderRefusalServerTest {
    private static Bench bench;

    @BeforeAll
    static void start(TpccServer server) throws IOException, InterruptedException {
        bench = Bench.on(server, "refusals");
    }

    @Test
    void a_second_load_is_refused_and_changes_nothing() throws Exception {
        TpccSchema schema = bench.fresh(1);
        LoadedData first = bench.loader(schema, WarehouseScale.of(1)).load().data();
        assertRefused(
                () -> bench.loader(schema, WarehouseScale.of(1)).load(),
                "warehouse 1 is loaded already: empty the tables first (--clear=true), recreate them (--create=true), or omit --load=true to use them unchanged");
        assertRefused(
                () -> bench.loader(schema, WarehouseScale.of(2)).load(),
                "the tables have a load of 1 warehouse in progress, but this load has 2: ");
        LoaderSettings otherSeed =
                new LoaderSettings(LoadSeed.required(43), 1, BulkInsert.Mode.COPY, LoadListener.SILENT);
        assertRefused(
                () -> new TpccLoader(bench.database(), schema, WarehouseScale.of(1), otherSeed).load(),
                "the tables have a load with seed 42 in progress, but this load has 43: ");
        assertThat(LoadedData.read(bench.database())).contains(first);
        TpccSchema.clear(bench.database());
        assertThat(LoadedData.read(bench.database())).isEmpty();
        assertThat(bench.number("SELECT (SELECT count(*) FROM order_line) + (SELECT count(*) FROM item)"))
                .isZero();
    }

    @Test
    void rows_of_other_tools_are_left_alone() throws Exception {
        TpccSchema schema = bench.fresh(1);
        bench.execute("INSERT INTO item VALUES (1, 'a', 1, 'b', 1)");
        assertRefused(
                () -> bench.loader(schema, WarehouseScale.of(1)).load(),
                "table item has rows that were not loaded by Squall: empty the tables first");
        assertThat(bench.number("SELECT count(*) FROM item")).isEqualTo(1);
    }

    @Test
    void missing_tables_are_named() throws Exception {
        TpccSchema schema = bench.fresh(1);
        bench.execute("DROP TABLE history");
        bench.execute("DROP TABLE new_order");
        assertRefused(
                () -> bench.loader(schema, WarehouseScale.of(1)).load(),
                "tables are missing: history, new_order; create them with --create=true");
    }

    @Test
    void a_table_that_lacks_a_column_is_named() throws Exception {
        bench.fresh(1);
        bench.execute("ALTER TABLE stock DROP COLUMN s_dist_07");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TpccSchema.exists(bench.database()))
                .withMessage("table stock exists, but has no column s_dist_07: recreate the tables with --create=true");
    }

    private static void assertRefused(Callable<?> load, String message) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(load::call)
                .withMessageStartingWith(message)
                .extracting(CommandException::exitCode)
                .isEqualTo(ExitCode.USAGE);
    }
}
