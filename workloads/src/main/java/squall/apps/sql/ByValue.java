package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Outcome;

/** Writes rows of a key and a value, and reads them by the value through its index. */
final class ByValue implements Statements {
    private final Texts texts;
    private final KeyValue writes;
    private final PreparedStatement select;

    ByValue(Connection connection, SqlSetting setting) throws SQLException {
        texts = setting.texts();
        writes = new KeyValue(connection, setting);
        select = connection.prepareStatement("SELECT k, v FROM " + setting.name() + " WHERE v = ?");
    }

    @Override
    public Outcome write(Write write) throws SQLException {
        return writes.write(write);
    }

    @Override
    public Seen read(long key, int version) throws SQLException {
        select.setString(1, texts.value(key, version));
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return new Seen.NotUnder(version);
            }
            String found = row.getString(1);
            if (!texts.key(key).equals(found) || row.next()) {
                return new Seen.Torn("the index led to '" + found + "', or to more than one row");
            }
            return new Seen.Version(version);
        }
    }
}
