package squall.tpcc;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import squall.spi.Database;
import squall.sql.SqlDatabase;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.population.Constants;

/**
 * What a run stands on: tables that somebody has loaded.
 *
 * @param server what the database says of itself, and from where the run's constants come
 * @param constants for this run's inputs, as the load of the customers demands (2.1.6.1)
 */
record Ground(Database server, Constants constants) {
    /**
     * Looks at the tables.
     *
     * @throws MisfitException if they have other warehouses than the scale says; the message says which
     * @throws IOException if they are not there, or the database gives no answer
     */
    static Ground survey(SqlDatabase database, Scale scale, long seed) throws IOException, InterruptedException {
        requireWarehouses(database, scale);
        Optional<LoadedData> noted = LoadedData.read(database);
        Constants constants = noted.map(load -> load.constants(seed))
                .orElseGet(() -> Constants.of(Constants.BENCHBASE.lastNameLoad(), seed));
        Database server = database.describe();
        Map<String, String> facts = new HashMap<>(server.settings());
        facts.put("tpcc.constants", told(constants, noted.isPresent() ? "as noted by the load" : "assumed"));
        return new Ground(new Database(server.product(), server.version(), server.endpoints(), facts), constants);
    }

    private static String told(Constants constants, String origin) {
        return "C_LAST " + constants.lastNameRun() + " (load: " + constants.lastNameLoad() + ", " + origin + "), C_ID "
                + constants.customer() + ", OL_I_ID " + constants.item();
    }

    private static void requireWarehouses(SqlDatabase database, Scale scale) throws IOException, InterruptedException {
        String found = database.administer("counting warehouses", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*), min(w_id), max(w_id) FROM warehouse")) {
                row.next();
                return row.getInt(1) + " from " + row.getInt(2) + " to " + row.getInt(3);
            }
        });
        String wanted = scale.total() + " from 1 to " + scale.total();
        if (!found.equals(wanted)) {
            throw new MisfitException("table warehouse has " + found + ", but the run is for " + wanted
                    + ": load what is missing, or run with the number of warehouses that are there");
        }
    }
}
