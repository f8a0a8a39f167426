package squall.benchbase.plugin;

import com.oltpbenchmark.api.Loader;
import com.oltpbenchmark.api.LoaderThread;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.OptionalLong;
import squall.cli.CommandException;
import squall.sql.SqlDatabase;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoaderSettings;
import squall.tpcc.schema.Schema;
import squall.tpcc.schema.SchemaSettings;

/** Loads with Squall's loader, which is parallel by itself: to BenchBase it is one thread. */
final class SquallTpccLoader extends Loader<SquallTpccBenchmark> {
    private final Target target;

    SquallTpccLoader(SquallTpccBenchmark benchmark, Target target) {
        super(benchmark);
        this.target = target;
    }

    @Override
    public List<LoaderThread> createLoaderThreads() {
        return List.of(new LoaderThread(benchmark) {
            @Override
            public void load(Connection connection) {
                loadAll();
            }
        });
    }

    private void loadAll() {
        try {
            SqlDatabase database = target.connect();
            Schema schema = Schema.of(
                    database.dialect(), SchemaSettings.of(target.scale().total()));
            LoaderSettings settings = LoaderSettings.of(
                    database, OptionalLong.empty(), target.configuration().getLoaderThreads(), LoadListener.SILENT);
            new squall.tpcc.loading.Loader(database, schema, target.scale(), settings).load();
        } catch (CommandException | IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while loading", e);
        }
    }
}
