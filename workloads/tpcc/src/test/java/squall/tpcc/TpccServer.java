package squall.tpcc;

import java.io.IOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import squall.fixture.TestPostgres;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.loading.TpccLoader;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.TpccSchema;

/**
 * Server that all test classes share which do it no harm; each has databases of its own on it. Started for the first class that asks for
 * it, stopped after the last test.
 */
public final class TpccServer implements AutoCloseable {
    /** Seed of the warehouse in {@link #loaded}. */
    public static final long LOAD_SEED = 77;

    private static final String ORIGINAL = "one_warehouse";

    private final TestPostgres postgres = new TestPostgres("tpcc");
    private boolean hasOriginal;

    /** Resolver that passes the server to methods that have a parameter for it. */
    public static final class Giver implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == TpccServer.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.create(TpccServer.class))
                    .getOrComputeIfAbsent(TpccServer.class, type -> started(), TpccServer.class);
        }

        private static TpccServer started() {
            try {
                return new TpccServer();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("the server of the tests does not start", e);
            }
        }
    }

    private TpccServer() throws IOException, InterruptedException {}

    /** Creates a database without tables. */
    public SqlSettings empty(String name) throws IOException, InterruptedException {
        return made(name, "");
    }

    /** Creates a database with one loaded warehouse, as the loader left it. */
    public SqlSettings loaded(String name) throws IOException, InterruptedException, CommandException {
        if (!hasOriginal) {
            load(empty(ORIGINAL));
            hasOriginal = true;
        }
        return made(name, " TEMPLATE " + ORIGINAL + " STRATEGY FILE_COPY");
    }

    @Override
    public void close() throws IOException {
        try {
            postgres.remove();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server of the tests was stopped", e);
        }
    }

    private SqlSettings made(String name, String how) throws IOException, InterruptedException {
        SqlDatabase.connect(at(postgres.target().url())).administer("making database " + name, connection -> {
            try (var statement = connection.createStatement()) {
                return statement.execute("CREATE DATABASE " + name + how);
            }
        });
        String url = postgres.target().url();
        return at(url.substring(0, url.lastIndexOf('/') + 1) + name);
    }

    private SqlSettings at(String url) {
        return SqlSettings.of(url, postgres.target().user(), postgres.target().password());
    }

    /** Creates the tables and loads one warehouse. */
    public static void load(SqlSettings settings) throws IOException, InterruptedException, CommandException {
        SqlDatabase database = SqlDatabase.connect(settings);
        TpccSchema schema = TpccSchema.of(database.dialect(), SchemaSettings.of(1));
        schema.create(database);
        LoaderSettings loading = LoaderSettings.of(database, LoadSeed.required(LOAD_SEED), 2, LoadListener.SILENT);
        new TpccLoader(database, schema, WarehouseScale.of(1), loading).load();
    }
}
