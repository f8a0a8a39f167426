package squall.tpcc.loading;

import java.sql.Connection;
import java.sql.SQLException;
import squall.tpcc.population.RowSink;

/** Rows of one table on their way to the database, which are sent together. Filled and sent by one thread, then filled again. */
sealed interface LoadChunk permits TextChunk, InsertChunk {
    /** Takes the next rows. */
    RowSink sink();

    int rows();

    boolean full();

    /** Sends all rows within the transaction under way; may be called again if that is rolled back. */
    void send(Connection connection) throws SQLException;

    void clear();
}
