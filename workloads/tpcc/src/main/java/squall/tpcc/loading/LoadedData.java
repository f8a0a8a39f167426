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
 * What loads have left in a database, as they noted it there.
 *
 * @param seed of all values
 * @param warehouses how many the database is to have in all
 * @param lastNameConstant C of the customers' last names, which runs must know (2.1.6.1)
 * @param moment of all dates
 * @param finished warehouses that are there as a whole
 * @param items whether the items are
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

    /** Empty where no load of Squall's has been, be it that another tool has filled the tables. */
    public static Optional<LoadedData> read(SqlDatabase database) throws IOException, InterruptedException {
        return new LoadNotes(database).read();
    }

    /** What a run on these customers must draw with. @param runSeed that of the run */
    public NuRandConstants constants(long runSeed) {
        return NuRandConstants.of(lastNameConstant, runSeed);
    }

    /** What the rows were at first. */
    public Population population() {
        return new Population(seed, moment);
    }
}
