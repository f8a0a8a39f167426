package squall.benchbase.plugin;

import com.oltpbenchmark.WorkloadConfiguration;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.population.NuRandConstants;

/**
 * Database that BenchBase's configuration names, as accessed by Squall.
 *
 * @param seed of everything random
 */
record PluginDatabase(WorkloadConfiguration configuration, long seed) {
    WarehouseScale scale() {
        return SquallTpccBenchmark.scale(configuration);
    }

    /** Connects to the database. @throws IllegalStateException if it cannot be reached: BenchBase then ends with its message */
    SqlDatabase connect() throws InterruptedException {
        try {
            return SqlDatabase.connect(SqlSettings.of(
                    configuration.getUrl(), text(configuration.getUsername()), text(configuration.getPassword())));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Returns the constants with which inputs are drawn, by the record that the load left in the database (clause 2.1.6.1).
     *
     * @throws IllegalStateException if the database cannot be asked: BenchBase then ends with its message
     */
    NuRandConstants constants(SqlDatabase database) throws InterruptedException {
        try {
            return LoadedData.read(database)
                    .map(loaded -> loaded.constants(seed))
                    .orElseGet(() -> NuRandConstants.of(NuRandConstants.BENCHBASE.lastNameLoad(), seed));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Returns an empty text for null, which BenchBase has where the file has no such element. */
    private static String text(@Nullable String given) {
        return given == null ? "" : given;
    }
}
