package squall.apps;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import squall.check.DataCheck;
import squall.sql.SqlDialect;
import squall.sql.TableColumns;

/** Sample application over SQL. */
public non-sealed interface SqlApp extends SampleApp {
    /** The option by which transactions get another level of isolation than the profile's, where an application has it. */
    String ISOLATION = "isolation";

    /** Returns how often a write is retried after a serialization failure or a deadlock. */
    default int retries() {
        return 10;
    }

    /** Returns why it cannot run on this dialect, as the end of a sentence; empty if it can. Called before anything is changed. */
    default Optional<String> refusal(SqlDialect dialect) {
        String why = profile().refusals().mySql();
        return dialect.language() == SqlDialect.Language.MYSQL && !why.isEmpty() ? Optional.of(why) : Optional.empty();
    }

    /**
     * Names the columns that its statements need of each table: an existing table without one of them is refused before anything is
     * changed. None: it is not compared.
     */
    default List<TableColumns> columns(AppContext setting) {
        return List.of();
    }

    /** Makes missing tables, and fills those that must hold rows before the first write. The connection is in autocommit mode. */
    void create(Connection connection, SqlAppContext setting) throws SQLException;

    /** Prepares the statements of one session. */
    SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException;

    /** Passes on every row whose key has the prefix, once each, in a transaction of its own, so that rows can be fetched in pieces. */
    void survey(Connection connection, SqlAppContext setting, SurveyedRows rows) throws SQLException;

    /** Returns further checks of the tables after the last write; none changes what another one finds. */
    default List<Check> checks() {
        return List.of();
    }

    /** Returns the same as {@link #checks()}, with checks that compare the tables with the number of acknowledged writes. */
    default List<Check> checks(WriteOutcomes writes) {
        return checks();
    }

    /**
     * Check of the tables.
     *
     * @param name as printed
     * @param things what it looks at, in the plural
     */
    record Check(String name, String things, Look look) {}

    /** Query of a check and its comparison. */
    interface Look {
        /** @param connection commits itself @param check hears what is seen @return the counts behind the verdict */
        String at(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException;
    }
}
