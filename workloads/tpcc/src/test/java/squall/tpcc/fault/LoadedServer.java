package squall.tpcc.fault;

import java.io.IOException;
import java.time.Duration;
import squall.fixture.TestPostgres;
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

/** Server of a test's own with one warehouse, for faults. */
final class LoadedServer extends TestPostgres {
    static final WarehouseScale ONE = WarehouseScale.of(1);

    LoadedServer() throws IOException, InterruptedException, CommandException {
        super("fault");
        SqlDatabase database = database(Duration.ofSeconds(10));
        TpccSchema schema = TpccSchema.of(database.dialect(), SchemaSettings.of(1));
        schema.create(database);
        new TpccLoader(database, schema, ONE, LoaderSettings.of(database, LoadSeed.required(7), 2, LoadListener.SILENT))
                .load();
    }

    /** Connects as the front ends do, but with another limit for the time that an operation waits for a connection. */
    SqlDatabase database(Duration reconnectWithin) throws IOException, InterruptedException {
        SqlSettings usual = SqlSettings.of(target().url(), target().user(), target().password());
        return SqlDatabase.connect(new SqlSettings(
                usual.url(),
                usual.user(),
                usual.password(),
                usual.isolation(),
                usual.autocommit(),
                usual.connectTimeout(),
                usual.statementTimeout(),
                usual.socketTimeout(),
                reconnectWithin,
                usual.retries(),
                usual.fetchSize(),
                usual.properties()));
    }

    void freeze() throws IOException, InterruptedException {
        server().tree().freeze();
    }

    void thaw() throws IOException, InterruptedException {
        server().tree().thaw();
    }

    /** Kills all processes of the server at once, so that data which was not on disk is lost. */
    void kill() throws IOException, InterruptedException {
        server().tree().kill();
    }
}
