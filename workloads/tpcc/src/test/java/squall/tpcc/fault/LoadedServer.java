package squall.tpcc.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.TpccSchema;

/** Server of a test's own with one warehouse, for faults. */
record LoadedServer(StateFolder state, EmbeddedPostgres postgres, Target target) {
    static final WarehouseScale ONE = WarehouseScale.of(1);

    static LoadedServer start() throws IOException, InterruptedException, CommandException {
        // Not below a temporary folder of JUnit's: those are closed to the ordinary user whom root must start the
        // server as.
        StateFolder state = StateFolder.at(Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-tpcc-fault-" + ProcessHandle.current().pid()));
        EmbeddedPostgres postgres = new EmbeddedPostgres(state, "fault");
        LoadedServer server = new LoadedServer(state, postgres, postgres.up().target());
        server.load();
        return server;
    }

    /** Connects as the front ends do, but with another limit for the time that an operation waits for a connection. */
    SqlDatabase database(Duration reconnectWithin) throws IOException, InterruptedException {
        SqlSettings usual = SqlSettings.of(target.url(), target.user(), target.password());
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
        postgres.tree().freeze();
    }

    void thaw() throws IOException, InterruptedException {
        postgres.tree().thaw();
    }

    /** Kills all processes of the server at once, so that data which was not on disk is lost. */
    void kill() throws IOException, InterruptedException {
        postgres.tree().kill();
    }

    void up() throws IOException, InterruptedException {
        postgres.up();
    }

    void remove() throws IOException, InterruptedException {
        postgres.stopImmediate();
        FileTrees.delete(state.path());
    }

    private void load() throws IOException, InterruptedException, CommandException {
        SqlDatabase database = database(Duration.ofSeconds(10));
        TpccSchema schema = TpccSchema.of(database.dialect(), SchemaSettings.of(1));
        schema.create(database);
        new TpccLoader(database, schema, ONE, LoaderSettings.of(database, LoadSeed.required(7), 2, LoadListener.SILENT))
                .load();
    }
}
