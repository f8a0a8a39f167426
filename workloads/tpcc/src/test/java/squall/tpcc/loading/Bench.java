package squall.tpcc.loading;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import org.postgresql.PGConnection;
import squall.sql.SqlDatabase;
import squall.sql.bulk.BulkInsert;
import squall.tpcc.TpccServer;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.population.Population;
import squall.tpcc.schema.SchemaSettings;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

/** Database of one test class, and the steps of its tests. */
final class Bench {
    static final long SEED = 42;

    private final SqlDatabase database;

    private Bench(SqlDatabase database) {
        this.database = database;
    }

    /** Creates a database. @param name of one that does not exist yet */
    static Bench on(TpccServer server, String name) throws IOException, InterruptedException {
        return new Bench(SqlDatabase.connect(server.empty(name)));
    }

    SqlDatabase database() {
        return database;
    }

    /** Creates the tables again, empty. */
    TpccSchema fresh(int warehouses, WarehousePlacement placement) throws IOException, InterruptedException {
        return fresh(new SchemaSettings(warehouses, placement, true, Optional.empty()));
    }

    TpccSchema fresh(SchemaSettings settings) throws IOException, InterruptedException {
        TpccSchema.drop(database);
        TpccSchema schema = TpccSchema.of(database.dialect(), settings);
        schema.create(database);
        return schema;
    }

    TpccSchema fresh(int warehouses) throws IOException, InterruptedException {
        return fresh(warehouses, new WarehousePlacement.ByServer());
    }

    TpccLoader loader(TpccSchema schema, WarehouseScale scale, BulkInsert.Mode mode, LoadListener listener) {
        return new TpccLoader(database, schema, scale, new LoaderSettings(LoadSeed.required(SEED), 2, mode, listener));
    }

    TpccLoader loader(TpccSchema schema, WarehouseScale scale) {
        return loader(schema, scale, BulkInsert.Mode.COPY, LoadListener.SILENT);
    }

    long number(String query) throws IOException, InterruptedException {
        return Long.parseLong(text(query));
    }

    String text(String query) throws IOException, InterruptedException {
        return database.administer("a test's query", connection -> {
            try (var statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                rows.next();
                return rows.getString(1);
            }
        });
    }

    int execute(String statement) throws IOException, InterruptedException {
        return database.administer("a test's statement", connection -> {
            try (var prepared = connection.prepareStatement(statement)) {
                return prepared.executeUpdate();
            }
        });
    }

    /** Returns a digest of the rows that the server has of one table and warehouse, in the order of keys. */
    String stored(TpccTable table, int warehouse) throws IOException, InterruptedException {
        String order = table == TpccTable.HISTORY ? "h_w_id, h_d_id, h_c_id" : String.join(", ", table.key());
        String where = table.perWarehouse() ? " WHERE " + table.homeColumn() + " = " + warehouse : "";
        return database.administer(
                "reading back",
                connection -> digest(
                        connection,
                        "COPY (SELECT " + table.columnList() + " FROM " + table.sql() + where + " ORDER BY " + order
                                + ") TO STDOUT"));
    }

    /** Returns a digest of the rows that the rules generate. */
    static String generated(Population population, TpccTable table, int warehouse) {
        CopyText text = new CopyText(1 << 20);
        MessageDigest digest = md5();
        Population.TableRows rows = population.rows(table, warehouse);
        while (rows.next(text)) {
            if (text.size() > 1 << 19) {
                digest.update(text.bytes(), 0, text.size());
                text.clear();
            }
        }
        digest.update(text.bytes(), 0, text.size());
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String digest(Connection connection, String copy) throws SQLException {
        MessageDigest digest = md5();
        var rows = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy);
        for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
            digest.update(row);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }
}
