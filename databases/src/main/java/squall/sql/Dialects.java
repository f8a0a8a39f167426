package squall.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.KeyValueTable.Sharding.ShardingKind;
import squall.sql.MySqlDialect.Make;
import squall.sql.SqlDialect.Server;

/** Set of the built-in dialects, and the choice of the dialect for a server: dialects from jars are asked first. */
public final class Dialects {
    public static final SqlDialect POSTGRES = new PostgresDialect();
    public static final SqlDialect COCKROACHDB = new CockroachDialect();
    public static final SqlDialect YUGABYTEDB = new YugabyteDialect();

    public static final SqlDialect MARIADB = new MySqlDialect(Make.MARIADB);
    public static final SqlDialect TIDB = new MySqlDialect(Make.TIDB);
    public static final SqlDialect MYSQL = new MySqlDialect(Make.MYSQL);

    public static final SqlDialect SQLITE = new SqliteDialect();

    /** Dialect of every server that no other one knows, until its driver has been asked for its types. */
    public static final SqlDialect GENERIC = new GenericDialect("TEXT");

    /** Dialects in the order in which they are asked; the last one accepts every server. */
    private static final List<SqlDialect> BUILT_IN =
            List.of(YUGABYTEDB, COCKROACHDB, POSTGRES, MARIADB, TIDB, MYSQL, SQLITE, GENERIC);

    private Dialects() {}

    /** @throws IllegalArgumentException if a jar's dialect cannot be used, or several of them claim the server */
    static SqlDialect of(Server server) {
        return of(server, brought());
    }

    static SqlDialect of(Server server, List<SqlDialect> brought) {
        List<SqlDialect> speaking =
                brought.stream().filter(dialect -> dialect.speaks(server)).toList();
        if (speaking.size() > 1) {
            throw new IllegalArgumentException("several dialects on the class path claim " + server.product() + " "
                    + server.version() + ": "
                    + speaking.stream().map(d -> d.getClass().getName()).collect(Collectors.joining(", "))
                    + "; remove all but one of their jars");
        }
        return speaking.isEmpty()
                ? BUILT_IN.stream()
                        .filter(dialect -> dialect.speaks(server))
                        .findFirst()
                        .orElse(GENERIC)
                : speaking.getFirst();
    }

    private static List<SqlDialect> brought() {
        List<SqlDialect> dialects = new ArrayList<>();
        try {
            ServiceLoader.load(SqlDialect.class).forEach(dialects::add);
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("a dialect on the class path cannot be used: " + e.getMessage(), e);
        }
        return dialects;
    }

    /**
     * Dialect of standard SQL, for a server of which nothing else is known.
     *
     * @param textType of values, as {@link DriverMetadata#textType} finds it
     */
    record GenericDialect(String textType) implements SqlDialect {
        @Override
        public String product() {
            return "generic";
        }

        @Override
        public boolean speaks(Server server) {
            return true;
        }

        @Override
        public List<String> createTable(KeyValueTable table) {
            return List.of(TableDdl.inOnePiece(table, this, textType));
        }

        @Override
        public String toString() {
            return "GENERIC";
        }
    }

    /** Dialect of SQLite: a file within this process, which has one writer at a time. */
    private static final class SqliteDialect implements SqlDialect {
        /** SQLSTATE of the same meaning, by result code (sqlite.org/rescode.html): its driver gives none. */
        private static final Map<Integer, String> SQL_STATES = Map.of(
                5, "40001", // SQLITE_BUSY: another connection writes
                6, "40001", // SQLITE_LOCKED
                8, "25006", // SQLITE_READONLY
                13, "53100", // SQLITE_FULL
                19, "23000"); // SQLITE_CONSTRAINT

        @Override
        public String product() {
            return "sqlite";
        }

        @Override
        public boolean speaks(Server server) {
            return server.product().equals("SQLite");
        }

        @Override
        public String limit(String rows) {
            return " LIMIT " + rows;
        }

        @Override
        public String truncation(String table) {
            return "DELETE FROM " + table;
        }

        @Override
        public String sqlState(SQLException failure) {
            return SQL_STATES.getOrDefault(failure.getErrorCode(), SqlDialect.super.sqlState(failure));
        }

        @Override
        public boolean duplicateKey(SQLException failure) {
            return sqlState(failure).equals("23000");
        }

        @Override
        public String toString() {
            return "SQLITE";
        }
    }

    /** Dialect of CockroachDB: ranges of keys, split where the server or the user wants; a hash is a column of the key. */
    private static final class CockroachDialect implements PostgresLanguage {
        /** Minimum of the server: "hash sharded index bucket count must be in range [2, 2048]". */
        private static final int FEWEST_BUCKETS = 2;

        private static final int MOST_BUCKETS = 2_048;

        @Override
        public String product() {
            return "cockroachdb";
        }

        @Override
        public boolean speaks(Server server) {
            return server.answer().startsWith("CockroachDB");
        }

        @Override
        public Language language() {
            return Language.COCKROACHDB;
        }

        @Override
        public Map<String, String> facts() {
            Map<String, String> facts = new LinkedHashMap<>();
            facts.put("isolation", isolationQuery());
            facts.put("statement_timeout", "SHOW statement_timeout");
            facts.put("zone", "SELECT raw_config_sql FROM [SHOW ZONE CONFIGURATION FROM RANGE default]");
            facts.put("nodes", "SELECT count(*) FROM crdb_internal.gossip_nodes");
            return facts;
        }

        @Override
        public List<String> createTable(KeyValueTable table) {
            int pieces = table.sharding().pieces();
            if (table.sharding().kind() == ShardingKind.HASH) {
                if (pieces != 0 && (pieces < FEWEST_BUCKETS || pieces > MOST_BUCKETS)) {
                    throw TableDdl.refused(
                            table, "CockroachDB's buckets must be in [" + FEWEST_BUCKETS + ", " + MOST_BUCKETS + "]");
                }
                String buckets = pieces == 0 ? "" : " WITH (bucket_count = " + pieces + ")";
                String key = identifier(table.keyColumn()) + ") USING HASH" + buckets;
                return List.of(TableDdl.withKeyClause(table, this, key));
            }
            List<String> statements = new ArrayList<>(List.of(TableDdl.inlineKey(table, this)));
            if (pieces > 1) {
                statements.add(
                        "ALTER TABLE " + identifier(table.name()) + " SPLIT AT VALUES " + TableDdl.splits(pieces));
            }
            return statements;
        }

        @Override
        public String layout(Sharding sharding) {
            int pieces = sharding.pieces();
            return switch (sharding.kind()) {
                case DEFAULT -> pieces < 2 ? "" : pieces + " ranges";
                case RANGE -> "by range of keys" + (pieces < 2 ? "" : ", " + pieces + " ranges");
                case HASH -> "by hash of keys" + (pieces == 0 ? "" : ", " + pieces + " buckets");
            };
        }

        @Override
        public String toString() {
            return "COCKROACHDB";
        }
    }

    /** Dialect of YugabyteDB's YSQL: tablets by hash or by range of the key. */
    private static final class YugabyteDialect implements PostgresLanguage {
        @Override
        public String product() {
            return "yugabytedb";
        }

        @Override
        public boolean speaks(Server server) {
            return server.answer().startsWith("PostgreSQL") && server.answer().contains("-YB-");
        }

        @Override
        public String identifier(String name) {
            return SqlIdentifiers.whole(name);
        }

        @Override
        public Language language() {
            return Language.YUGABYTEDB;
        }

        /** {@inheritDoc} Flags can map the level shown to another one; where the server reports the effective one, that counts. */
        @Override
        public String isolationQuery() {
            return "SELECT lower(coalesce(current_setting('yb_effective_transaction_isolation_level', true), "
                    + "current_setting('transaction_isolation')))";
        }

        @Override
        public Map<String, String> facts() {
            Map<String, String> facts = settings();
            facts.put(
                    "nodes",
                    "SELECT string_agg(host || ':' || cloud || '.' || region || '.' || zone, ',' ORDER BY host) "
                            + "FROM yb_servers()");
            return facts;
        }

        @Override
        public List<String> createTable(KeyValueTable table) {
            int pieces = table.sharding().pieces();
            String key = identifier(table.keyColumn());
            String tablets = pieces == 0 ? "" : " SPLIT INTO " + pieces + " TABLETS";
            return List.of(
                    switch (table.sharding().kind()) {
                        case DEFAULT -> TableDdl.inlineKey(table, this) + tablets;
                        case HASH -> TableDdl.withKeyClause(table, this, key + " HASH)") + tablets;
                        case RANGE ->
                            TableDdl.withKeyClause(table, this, key + " ASC)")
                                    + (pieces < 2 ? "" : " SPLIT AT VALUES (" + TableDdl.splits(pieces) + ")");
                    });
        }

        @Override
        public String layout(Sharding sharding) {
            String tablets = sharding.pieces() == 0 ? "" : sharding.pieces() + " tablets";
            return switch (sharding.kind()) {
                case DEFAULT -> tablets;
                case RANGE -> "by range of keys" + (tablets.isEmpty() ? "" : ", " + tablets);
                case HASH -> "by hash of keys" + (tablets.isEmpty() ? "" : ", " + tablets);
            };
        }

        @Override
        public String toString() {
            return "YUGABYTEDB";
        }
    }
}
