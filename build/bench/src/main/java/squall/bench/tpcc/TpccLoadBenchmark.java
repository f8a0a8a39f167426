package squall.bench.tpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.TpccSchema;

/** Benchmark that recreates and loads TPC-C's tables, and prints the duration of each part. */
public final class TpccLoadBenchmark {
    private TpccLoadBenchmark() {}

    /** Arguments: file to write, JDBC address, user, warehouses, seed, threads. The password comes from PGPASSFILE. */
    public static void main(String[] arguments) throws CommandException, IOException, InterruptedException {
        SqlDatabase database = SqlDatabase.connect(SqlSettings.of(arguments[1], arguments[2], ""));
        int warehouses = Integer.parseInt(arguments[3]);
        TpccSchema.drop(database);
        TpccSchema schema = TpccSchema.of(database.dialect(), SchemaSettings.of(warehouses));
        schema.create(database);
        LoadSeed seed = LoadSeed.required(Long.parseLong(arguments[4]));
        TpccLoader.LoadResult result = new TpccLoader(
                        database,
                        schema,
                        WarehouseScale.of(warehouses),
                        LoaderSettings.of(database, seed, Integer.parseInt(arguments[5]), LoadListener.SILENT))
                .load();
        Files.writeString(
                Path.of(arguments[0]),
                result.rows() + " " + seconds(result.bringing()) + " " + seconds(result.elapsed()) + "\n");
    }

    private static String seconds(Duration duration) {
        return Double.toString(duration.toMillis() / 1000.0);
    }
}
