package squall.bench.tpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import squall.cli.CommandException;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.tpcc.Scale;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadResult;
import squall.tpcc.loading.Loader;
import squall.tpcc.loading.LoaderSettings;
import squall.tpcc.schema.Schema;
import squall.tpcc.schema.SchemaSettings;

/** Makes TPC-C's tables anew and loads them, and writes how long which part took. */
public final class Loading {
    private Loading() {}

    /** Arguments: file to write, JDBC address, user, warehouses, seed, threads. The password comes from PGPASSFILE. */
    public static void main(String[] arguments) throws CommandException, IOException, InterruptedException {
        SqlDatabase database = SqlDatabase.connect(SqlSettings.of(arguments[1], arguments[2], ""));
        int warehouses = Integer.parseInt(arguments[3]);
        Schema.drop(database);
        Schema schema = Schema.of(database.dialect(), SchemaSettings.of(warehouses));
        schema.create(database);
        OptionalLong seed = OptionalLong.of(Long.parseLong(arguments[4]));
        LoadResult result = new Loader(
                        database,
                        schema,
                        Scale.of(warehouses),
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
