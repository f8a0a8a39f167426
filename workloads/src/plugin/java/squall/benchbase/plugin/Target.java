package squall.benchbase.plugin;

import com.oltpbenchmark.WorkloadConfiguration;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.tpcc.Scale;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.population.Constants;

/**
 * The database that BenchBase's configuration names, as Squall speaks to it.
 *
 * @param seed of everything random
 */
record Target(WorkloadConfiguration configuration, long seed) {
    Scale scale() {
        return SquallTpccBenchmark.scale(configuration);
    }

    /** @throws IllegalStateException if it cannot be reached: BenchBase then ends with its message */
    SqlDatabase connect() throws InterruptedException {
        try {
            return SqlDatabase.connect(SqlSettings.of(
                    configuration.getUrl(), text(configuration.getUsername()), text(configuration.getPassword())));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** What inputs must be drawn with, by what the load left in the database. */
    Constants constants(SqlDatabase database) throws InterruptedException {
        try {
            return LoadedData.read(database)
                    .map(loaded -> loaded.constants(seed))
                    .orElseGet(() -> Constants.of(Constants.BENCHBASE.lastNameLoad(), seed));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** BenchBase has null where the file has no such element. */
    private static String text(@Nullable String given) {
        return given == null ? "" : given;
    }
}
