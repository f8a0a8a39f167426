package squall.tpcc.loading;

import java.io.IOException;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import squall.sql.SqlDatabase;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.population.Population;

/**
 * Record of the data that earlier loads left in a database, as they noted it there.
 *
 * @param seed seed of all values
 * @param warehouses number of warehouses that the database is to have in all
 * @param lastNameConstant C of the customers' last names, which runs must know (2.1.6.1)
 * @param moment time of all dates
 * @param finished warehouses that are loaded completely
 * @param items whether the items are loaded
 * @param completed whether indexes and foreign keys have been added, after the last warehouse
 */
public record LoadedData(
        long seed,
        int warehouses,
        int lastNameConstant,
        LocalDateTime moment,
        SortedSet<Integer> finished,
        boolean items,
        boolean completed) {
    public LoadedData {
        finished = Collections.unmodifiableSortedSet(new TreeSet<>(finished));
    }

    /** Reads the notes; empty if Squall has loaded nothing here, even if another tool has filled the tables. */
    public static Optional<LoadedData> read(SqlDatabase database) throws IOException, InterruptedException {
        return new LoadNotes(database).read();
    }

    /** Returns the constants that a run on these customers must draw with. @param runSeed seed of the run */
    public NuRandConstants constants(long runSeed) {
        return NuRandConstants.of(lastNameConstant, runSeed);
    }

    /** Returns the population with which the tables were loaded. */
    public Population population() {
        return new Population(seed, moment);
    }
}
