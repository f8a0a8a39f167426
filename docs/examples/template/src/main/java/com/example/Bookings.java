package com.example;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import squall.apps.AppProfile;
import squall.apps.KeyWrite;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.Outcome;

/** Application that sells seats and changes them: no two buyers may hold the same. */
public final class Bookings implements SqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of("Bookings", "Sells seats, then changes them.", new AppProfile.Drive(2, 2, 10_000, -1, -1));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + setting.name() + " (buyer text PRIMARY KEY, seat text)");
        }
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        PreparedStatement sell =
                connection.prepareStatement("INSERT INTO " + setting.name() + " (seat, buyer) VALUES (?, ?)");
        PreparedStatement change =
                connection.prepareStatement("UPDATE " + setting.name() + " SET seat = ? WHERE buyer = ?");
        PreparedStatement look = connection.prepareStatement("SELECT seat FROM " + setting.name() + " WHERE buyer = ?");
        return new SqlAppStatements() {
            @Override
            public Outcome write(KeyWrite write) throws SQLException {
                PreparedStatement statement = write.isNew() ? sell : change;
                statement.setString(1, setting.texts().value(write.key(), write.version()));
                statement.setString(2, setting.texts().key(write.key()));
                return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
            }

            @Override
            public ObservedValue read(long key, int version) throws SQLException {
                look.setString(1, setting.texts().key(key));
                try (ResultSet row = look.executeQuery()) {
                    return row.next() ? setting.texts().seen(key, row.getString(1)) : new ObservedValue.Missing();
                }
            }
        };
    }

    @Override
    public void survey(Connection connection, SqlAppContext setting, SurveyedRows rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(10_000);
            ResultSet row = statement.executeQuery("SELECT buyer, seat FROM " + setting.name());
            while (row.next()) {
                if (setting.texts().ours(row.getString(1))) {
                    long key = setting.texts().number(row.getString(1));
                    rows.row(key, setting.texts().seen(key, row.getString(2)));
                }
            }
        }
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check("seats", "seats", Bookings::soldTwice));
    }

    private static String soldTwice(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) - count(DISTINCT seat), count(*) FROM " + setting.name())) {
            row.next();
            long twice = row.getLong(1);
            check.examined(row.getLong(2));
            if (twice == 0) {
                return "no seat is sold twice";
            }
            check.wrong(twice + " seats are sold twice");
            return "";
        }
    }
}
