package squall.adversity.probe.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.system.PollDeadline;

/**
 * Wait for writes that a server still executes for clients that are gone: their effect may be seen only later.
 *
 * @param answer after which servers end a statement by themselves, unless it waits for standbys
 */
record OrphanedWrites(SqlDatabase database, String application, Duration answer) {
    /** Limit, longer than a server's own detection of dead peers and standbys usually takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Query for the run's sessions; the address may set another application name, but the query text stays. */
    private static final String ALIVE = "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            + " AND backend_type = 'client backend' AND state = 'active' AND (application_name = ? OR query ~ 'squall_(ledger|register|bank|counter|isolation)')";

    /** Query for the statements of the run's user on one node; a session that is gone may have left its last one. */
    private static final String RUNNING =
            "SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND command IN ('Query', 'Execute')"
                    + " AND (info = 'COMMIT' OR info REGEXP 'squall_(ledger|register|bank|counter|isolation)')";

    /** Waits for their end. @return whether all have ended */
    boolean gone() throws IOException, InterruptedException {
        if (database.dialect().equals(Dialects.POSTGRES)) {
            return PollDeadline.in(PATIENCE).await(() -> alive() == 0);
        }
        if (database.dialect().language() != Language.MYSQL) {
            Thread.sleep(answer);
            return true;
        }
        try {
            return PollDeadline.in(PATIENCE).await(() -> running() == 0);
        } catch (IOException e) { // a node that cannot be asked may still execute some
            Thread.sleep(answer);
            return true;
        }
    }

    /** Counts the statements of all nodes, each of which knows only its own. @throws IOException if a node cannot be asked */
    private long running() throws IOException {
        long all = 0;
        for (String endpoint : database.endpoints()) {
            try (Connection connection = database.watch(endpoint)) {
                all += PlainSql.number(connection, RUNNING);
            } catch (SQLException e) {
                throw new IOException(endpoint + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    private long alive() throws IOException, InterruptedException {
        return database.administer(
                "looking for sessions of the run",
                connection -> PlainSql.first(connection, ALIVE, row -> row.getLong(1), application)
                        .orElseThrow());
    }
}
