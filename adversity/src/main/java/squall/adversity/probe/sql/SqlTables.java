package squall.adversity.probe.sql;

import java.util.List;
import squall.sql.Dialect;

/** The tables of the probes in each dialect. Every run has rows of its own in them. */
final class SqlTables {
    static final List<String> NAMES = List.of("squall_ledger", "squall_register", "squall_bank", "squall_counter");

    private SqlTables() {}

    static List<String> ddl(Dialect dialect) {
        return List.of(
                "CREATE TABLE IF NOT EXISTS squall_ledger (run bigint, writer int, seq bigint, crc int NOT NULL, "
                        + "payload varchar(64) NOT NULL, PRIMARY KEY (" + key(dialect, "run, writer", ", seq") + "))",
                "CREATE TABLE IF NOT EXISTS squall_register (run bigint, k int, ver bigint NOT NULL, PRIMARY KEY ("
                        + key(dialect, "run, k", "") + "))",
                "CREATE TABLE IF NOT EXISTS squall_bank (run bigint, id int, "
                        + "balance bigint NOT NULL CHECK (balance >= 0), PRIMARY KEY (" + key(dialect, "run, id", "")
                        + "))",
                "CREATE TABLE IF NOT EXISTS squall_counter (run bigint, id int, n bigint NOT NULL, PRIMARY KEY ("
                        + key(dialect, "run, id", "") + "))");
    }

    /** YugabyteDB hashes a key's first column unless it is told otherwise, and all rows of a run would be in one part. */
    private static String key(Dialect dialect, String spread, String ordered) {
        return switch (dialect) {
            case YUGABYTEDB -> "(" + spread + ") HASH" + ordered;
            case POSTGRES, COCKROACHDB, GENERIC -> spread + ordered;
        };
    }
}
