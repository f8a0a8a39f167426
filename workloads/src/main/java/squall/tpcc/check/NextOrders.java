package squall.tpcc.check;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.sql.SqlDatabase;
import squall.tpcc.MisfitException;
import squall.tpcc.Scale;

/** The number that each district would give its next order, at one moment. */
final class NextOrders {
    private static final String QUERY = "SELECT d_w_id, d_id, d_next_o_id FROM district WHERE d_w_id BETWEEN ? AND ?";

    private final Scale scale;
    private final int[] next;

    private NextOrders(Scale scale, int[] next) {
        this.scale = scale;
        this.next = next;
    }

    /**
     * @throws MisfitException if a district is missing
     * @throws IOException if the database cannot be asked
     */
    static NextOrders read(SqlDatabase database, Scale scale) throws IOException, InterruptedException {
        int[] next = new int[scale.warehouses() * Scale.DISTRICTS];
        int found = database.administer("reading the districts", connection -> {
            try (PreparedStatement query = connection.prepareStatement(QUERY)) {
                query.setInt(1, scale.from());
                query.setInt(2, scale.last());
                return read(query, scale, next);
            }
        });
        if (found != next.length) {
            throw new MisfitException("warehouses " + scale.from() + " to " + scale.last() + " have " + found
                    + " districts, wanted " + next.length + ": load them first");
        }
        return new NextOrders(scale, next);
    }

    private static int read(PreparedStatement query, Scale scale, int[] next) throws SQLException {
        int found = 0;
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                next[Districts.place(scale, rows.getInt(1), rows.getInt(2))] = rows.getInt(3);
                found++;
            }
        }
        return found;
    }

    int of(int warehouse, int district) {
        return next[Districts.place(scale, warehouse, district)];
    }

    /** The lowest among these warehouses. */
    int lowest(int fromWarehouse, int toWarehouse) {
        int lowest = Integer.MAX_VALUE;
        for (int place = Districts.place(scale, fromWarehouse, 1);
                place <= Districts.place(scale, toWarehouse, Scale.DISTRICTS);
                place++) {
            lowest = Math.min(lowest, next[place]);
        }
        return lowest;
    }

    /** How many orders were numbered from the earlier moment to this one. */
    long since(NextOrders earlier) {
        long grown = 0;
        for (int place = 0; place < next.length; place++) {
            grown += next[place] - earlier.next[place];
        }
        return grown;
    }
}
