package squall.tpcc.loading;

import java.time.LocalDateTime;
import java.util.List;
import squall.tpcc.population.Constants;
import squall.tpcc.population.Population;

/**
 * What loads have left in a database, as they noted it there.
 *
 * @param seed of all values
 * @param warehouses how many the database is to have in all
 * @param moment of all dates
 * @param finished warehouses that are there as a whole, in order
 * @param begun warehouses of which only a part may be there, in order
 * @param completed whether indexes and foreign keys have been added
 */
public record LoadedData(
        long seed,
        int warehouses,
        LocalDateTime moment,
        List<Integer> finished,
        List<Integer> begun,
        boolean completed) {
    public LoadedData {
        finished = List.copyOf(finished);
        begun = List.copyOf(begun);
    }

    /** What a run on these customers must draw with. @param runSeed that of the run */
    public Constants constants(long runSeed) {
        return Constants.of(Constants.lastNameLoad(seed), runSeed);
    }

    /** What the rows were at first. */
    public Population population() {
        return new Population(seed, moment);
    }
}
