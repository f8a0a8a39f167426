package squall.adversity.probe.store;

import java.io.IOException;
import java.time.Duration;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
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

    /** Waits for their end. @return whether all have ended */
    boolean gone() throws IOException, InterruptedException {
        if (!database.dialect().equals(Dialects.POSTGRES)) {
            Thread.sleep(answer);
            return true;
        }
        return PollDeadline.in(PATIENCE).await(() -> alive() == 0);
    }

    private long alive() throws IOException, InterruptedException {
        return database.administer(
                "looking for sessions of the run",
                connection -> PlainSql.first(connection, ALIVE, row -> row.getLong(1), application)
                        .orElseThrow());
    }
}
