package squall.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.KeyValueTable.Sharding.ShardingKind;

/** CockroachDB: ranges of keys, split where the server or the user wants; a hash is a column of the key. */
final class CockroachDialect implements PostgresLanguage {
    /** Its own limits: "hash sharded index bucket count must be in range [2, 2048]". */
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
            statements.add("ALTER TABLE " + identifier(table.name()) + " SPLIT AT VALUES " + TableDdl.splits(pieces));
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
