package squall.tpcc.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.sql.bulk.BulkInsert;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.population.Population;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

@Tag("server")
@ExtendWith(TpccServer.Giver.class)
@Timeout(300)
class TpccLoaderServerTest {
    private static final String FOREIGN_KEYS =
            "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0";

    private static Bench bench;

    @BeforeAll
    static void start(TpccServer server) throws IOException, InterruptedException {
        bench = Bench.on(server, "loads");
    }

    @ParameterizedTest
    @EnumSource
    void every_row_is_stored_as_the_rules_make_it(BulkInsert.Mode mode) throws Exception {
        TpccSchema schema = bench.fresh(1);
        TpccLoader.LoadResult result = bench.loader(schema, WarehouseScale.of(1), mode, LoadListener.SILENT)
                .load();
        assertThat(result.data().completed()).isTrue();
        assertThat(result.rows()).isEqualTo(100_000 + result.data().population().rows(1));
        assertStored(result.data(), 1);
        assertThat(bench.number(FOREIGN_KEYS)).isEqualTo(10);
        assertThat(bench.number(
                        "SELECT count(*) FROM pg_indexes WHERE indexname IN ('idx_order', 'idx_customer_name')"))
                .isEqualTo(2);
    }

    @Test
    void a_load_that_was_broken_off_goes_on_where_it_stopped() throws Exception {
        TpccSchema schema = bench.fresh(2);
        LoadListener breaking = advancing(progress -> {
            if (progress.warehouses() == 1) {
                throw new IllegalStateException("pulled the plug");
            }
        });
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> bench.loader(schema, WarehouseScale.of(2), BulkInsert.Mode.COPY, breaking)
                        .load())
                .withMessage("pulled the plug");
        LoadedData broken = LoadedData.read(bench.database()).orElseThrow();
        assertThat(broken.finished()).hasSize(1);
        assertThat(broken.completed()).isFalse();

        List<String> said = new ArrayList<>();
        TpccLoader.LoadResult second = bench.loader(schema, WarehouseScale.of(2), BulkInsert.Mode.COPY, saying(said))
                .load();
        assertThat(second.warehouses()).isEqualTo(1);
        int left = broken.finished().first() == 1 ? 2 : 1;
        assertThat(said)
                .containsExactly(
                        "seed 42, 2 threads, continuing with warehouse " + left, "adding indexes and foreign keys");
        assertThat(second.data().finished()).isEqualTo(new TreeSet<>(List.of(1, 2)));
        assertStored(second.data(), 1);
        assertStored(second.data(), 2);
    }

    @Test
    void broken_connections_do_not_break_a_load() throws Exception {
        TpccSchema schema = bench.fresh(1);
        AtomicInteger cuts = new AtomicInteger();
        LoadListener cutting = advancing(progress -> {
            if (progress.rows() < progress.plannedRows() && cuts.incrementAndGet() <= 2) {
                cut();
            }
        });
        TpccLoader.LoadResult result = bench.loader(schema, WarehouseScale.of(1), BulkInsert.Mode.COPY, cutting)
                .load();
        assertThat(cuts.get()).isPositive();
        assertStored(result.data(), 1);
    }

    @Test
    void two_clients_bring_their_ranges_into_partitions() throws Exception {
        TpccSchema schema = bench.fresh(2, new WarehousePlacement.Partitions(2, List.of()));
        try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
            Future<TpccLoader.LoadResult> first = clients.submit(
                    () -> bench.loader(schema, new WarehouseScale(2, 1, 1)).load());
            Future<TpccLoader.LoadResult> second = clients.submit(
                    () -> bench.loader(schema, new WarehouseScale(2, 2, 1)).load());
            first.get();
            second.get();
        }
        LoadedData data = LoadedData.read(bench.database()).orElseThrow();
        assertThat(data.completed()).isTrue();
        assertStored(data, 1);
        assertStored(data, 2);
        assertThat(bench.number(FOREIGN_KEYS)).isEqualTo(10);
        assertThat(bench.number("SELECT count(*) FROM stock_p2")).isEqualTo(100_000);
        DataSize size = DataSize.of(bench.database());
        assertThat(size.rows())
                .isEqualTo(
                        100_000 + data.population().rows(1) + data.population().rows(2));
        assertThat(size.bytes().orElseThrow()).isBetween(100_000_000L, 400_000_000L);
    }

    @Test
    void indexes_wait_for_the_last_warehouse() throws Exception {
        TpccSchema schema = bench.fresh(2);
        List<String> said = new ArrayList<>();
        TpccLoader.LoadResult result = bench.loader(
                        schema, new WarehouseScale(2, 2, 1), BulkInsert.Mode.COPY, saying(said))
                .load();
        assertThat(result.data().completed()).isFalse();
        assertThat(said)
                .containsExactly(
                        "seed 42, 2 threads, warehouse 2",
                        "indexes and foreign keys are added when all 2 warehouses and the items are loaded; loaded so far:"
                                + " warehouse 2, no items");
    }

    @Test
    void a_row_that_got_lost_is_found_and_its_warehouse_brought_again() throws Exception {
        TpccSchema schema = bench.fresh(1);
        LoadListener losing = advancing(progress -> {
            if (progress.rows() == progress.plannedRows() && progress.warehouses() == 1) {
                bench.execute("DELETE FROM order_line WHERE ol_o_id = 7 AND ol_number = 1 AND ol_d_id = 3");
            }
        });
        int lines = new Population(Bench.SEED, LocalDateTime.MIN).count(TpccTable.ORDER_LINE, 1);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> bench.loader(schema, WarehouseScale.of(1), BulkInsert.Mode.COPY, losing)
                        .load())
                .withMessage("the tables do not contain what was loaded: order_line of warehouse 1 holds " + (lines - 1)
                        + " rows instead of " + lines
                        + ". If no other client loads the same warehouses, load again to reload them")
                .extracting(CommandException::exitCode)
                .isEqualTo(ExitCode.DATA);
        assertStored(bench.loader(schema, WarehouseScale.of(1)).load().data(), 1);
    }

    @Test
    void tables_of_ones_own_with_foreign_keys_are_filled_in_their_order(@TempDir Path folder) throws Exception {
        TpccSchema made = TpccSchema.of(bench.database().dialect(), SchemaSettings.of(1));
        List<String> statements = new ArrayList<>(made.statements());
        // Those that cost little to check row by row.
        made.statementsAfterData().stream()
                .filter(statement -> statement.matches("ALTER TABLE (district|customer|oorder|new_order) .*"))
                .forEach(statements::add);
        Path script = Files.writeString(
                folder.resolve("own.sql"),
                String.join(";\n", statements).replace("c_ytd_payment decimal(12, 2)", "c_ytd_payment float"));
        TpccSchema schema =
                bench.fresh(new SchemaSettings(1, new WarehousePlacement.ByServer(), true, Optional.of(script)));
        TpccLoader.LoadResult result =
                bench.loader(schema, WarehouseScale.of(1)).load();
        assertThat(result.data().completed()).isTrue();
        assertThat(bench.number("SELECT count(*) FROM customer WHERE c_ytd_payment = 10.0"))
                .isEqualTo(30_000);
        assertThat(bench.stored(TpccTable.NEW_ORDER, 1))
                .isEqualTo(Bench.generated(result.data().population(), TpccTable.NEW_ORDER, 1));
        assertThat(bench.number(FOREIGN_KEYS)).isEqualTo(4);
    }

    private static void cut() throws IOException, InterruptedException {
        bench.text("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                + " WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()");
    }

    private static void assertStored(LoadedData data, int warehouse) throws IOException, InterruptedException {
        for (TpccTable table : TpccTable.values()) {
            int home = table.perWarehouse() ? warehouse : 0;
            assertThat(bench.stored(table, home))
                    .describedAs(table.sql())
                    .isEqualTo(Bench.generated(data.population(), table, home));
        }
    }

    /** Step of a test's listener, which may fail as databases do. */
    private interface Step {
        void at(LoadListener.LoadProgress progress) throws IOException, InterruptedException;
    }

    private static LoadListener advancing(Step step) {
        return new LoadListener() {
            @Override
            public void said(String line) {
                assertThat(line).isNotEmpty();
            }

            @Override
            public void advanced(LoadListener.LoadProgress progress) {
                try {
                    step.at(progress);
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    private static LoadListener saying(List<String> said) {
        return new LoadListener() {
            @Override
            public void said(String line) {
                said.add(line);
            }

            @Override
            public void advanced(LoadListener.LoadProgress progress) {
                assertThat(progress.rows()).isBetween(0L, progress.plannedRows());
            }
        };
    }
}
