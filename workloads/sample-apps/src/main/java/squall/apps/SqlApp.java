package squall.apps;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import squall.check.DataCheck;
import squall.sql.SqlDialect;

/** A sample application over SQL. */
public non-sealed interface SqlApp extends SampleApp {
    /** The option by which transactions get another level of isolation than the profile's, where an application has it. */
    String ISOLATION = "isolation";

    /** How often a write is tried again that collided with others: a serialization failure or a deadlock. */
    default int retries() {
        return 10;
    }

    /** Why it cannot run on a database of this dialect, as the end of a sentence; empty if it can. Asked before anything is touched. */
    default Optional<String> refusal(SqlDialect dialect) {
        return Optional.empty();
    }

    /** Makes the tables that are not there yet, and fills those that must hold rows before the first write. The connection commits itself. */
    void create(Connection connection, SqlAppContext setting) throws SQLException;

    /** The statements of one session. */
    SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException;

    /** Hands over every row whose key has the setting's prefix, each once. Within a transaction of its own, so that rows can be fetched in pieces. */
    void survey(Connection connection, SqlAppContext setting, SurveyedRows rows) throws SQLException;

    /** What else must hold of the tables after the last write; none of these checks takes anything from what another one finds. */
    default List<Check> checks() {
        return List.of();
    }

    /** As {@link #checks()}, for those that compare what is there with how many writes were acknowledged. */
    default List<Check> checks(WriteOutcomes writes) {
        return checks();
    }

    /**
     * A check of the tables.
     *
     * @param name as printed
     * @param things what it looks at, in the plural
     */
    record Check(String name, String things, Look look) {}

    /** Looks at the tables. */
    interface Look {
        /** @param connection commits itself @param check hears what is seen @return the counts behind the verdict */
        String at(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException;
    }
}
