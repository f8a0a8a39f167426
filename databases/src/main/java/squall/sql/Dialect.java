package squall.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/** The clauses and facts in which the databases differ. */
public enum Dialect {
    POSTGRES("postgresql"),
    COCKROACHDB("cockroachdb"),
    YUGABYTEDB("yugabytedb"),
    GENERIC("generic");

    private final String product;

    Dialect(String product) {
        this.product = product;
    }

    /** The dialect of a server that answers {@code select version()} so. */
    public static Dialect of(String version) {
        if (version.startsWith("CockroachDB")) {
            return COCKROACHDB;
        }
        if (version.startsWith("PostgreSQL")) {
            return version.contains("-YB-") ? YUGABYTEDB : POSTGRES;
        }
        return GENERIC;
    }

    /** The name used in reports. */
    public String product() {
        return product;
    }

    /** A query for the isolation level that transactions of this session really get, in lower case with spaces. */
    String isolationQuery() {
        return switch (this) {
            // The level shown can be mapped to another one by flags; where the server tells the effective one, that
            // counts.
            case YUGABYTEDB ->
                "SELECT lower(coalesce(current_setting('yb_effective_transaction_isolation_level', true), "
                        + "current_setting('transaction_isolation')))";
            case POSTGRES, COCKROACHDB, GENERIC -> "SHOW transaction_isolation";
        };
    }

    /** What decides durability, replication and capacity: one query by name of fact, each with one text as its answer. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        switch (this) {
            case POSTGRES -> {
                postgresFacts(facts);
                facts.put("standby", "SELECT pg_is_in_recovery()");
                facts.put(
                        "replication",
                        "SELECT coalesce(string_agg(application_name || ':' || state || ':' || sync_state, ',' "
                                + "ORDER BY application_name), 'none') FROM pg_stat_replication");
                facts.put("tls", "SELECT coalesce(version, 'off') FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
            }
            case YUGABYTEDB -> {
                postgresFacts(facts);
                facts.put(
                        "nodes",
                        "SELECT string_agg(host || ':' || cloud || '.' || region || '.' || zone, ',' ORDER BY host) "
                                + "FROM yb_servers()");
            }
            case COCKROACHDB -> {
                facts.put("isolation", isolationQuery());
                facts.put("statement_timeout", "SHOW statement_timeout");
                facts.put("zone", "SELECT raw_config_sql FROM [SHOW ZONE CONFIGURATION FROM RANGE default]");
                facts.put("nodes", "SELECT count(*) FROM crdb_internal.gossip_nodes");
            }
            case GENERIC -> {}
        }
        return facts;
    }

    /** Whether statements that make and drop tables can be taken back with the transaction they stand in. */
    public boolean transactionalDdl() {
        return this == POSTGRES;
    }

    /**
     * A name as it must stand in a statement: as it is where that is allowed, else quoted; parts of a qualified name one by one. Unquoted
     * names are the same whatever their case.
     */
    public String identifier(String name) {
        return Identifiers.written(name);
    }

    private void postgresFacts(Map<String, String> facts) {
        facts.put("isolation", isolationQuery());
        for (String setting : new String[] {
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "synchronous_standby_names",
            "data_checksums",
            "max_connections",
            "shared_buffers",
            "wal_level",
            "statement_timeout",
            "server_encoding"
        }) {
            facts.put(setting, "SELECT current_setting('" + setting + "')");
        }
        facts.put("collation", "SELECT datcollate FROM pg_database WHERE datname = current_database()");
    }
}
