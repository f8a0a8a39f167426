package squall.sql;

import java.util.List;
import java.util.Map;
import squall.sql.KeyValueTable.Sharding;

/** YugabyteDB's YSQL: tablets by hash or by range of the key. */
final class YugabyteDialect implements PostgresLanguage {
    @Override
    public String product() {
        return "yugabytedb";
    }

    @Override
    public boolean speaks(Server server) {
        return server.answer().startsWith("PostgreSQL") && server.answer().contains("-YB-");
    }

    @Override
    public Language language() {
        return Language.YUGABYTEDB;
    }

    /** The level shown can be mapped to another one by flags; where the server tells the effective one, that counts. */
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
