package squall.adversity.dialects;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Translation of a dialect for PostgreSQL, where that does not understand it: enough that Squall's programs run to their end. It says
 * nothing of what the database itself accepts: docs/dialects.md has a source for that, statement by statement.
 */
enum DialectTranslation {
    COCKROACHDB(cockroach()),
    YUGABYTEDB(yugabyte());

    /** Jobs, sessions and settings of a CockroachDB, as tables and functions. */
    static final List<String> COCKROACH_OBJECTS = List.of(
            "CREATE SCHEMA imitated",
            "CREATE TABLE imitated.jobs (job_id bigserial PRIMARY KEY, description text NOT NULL,"
                    + " status text NOT NULL DEFAULT 'running', error text NOT NULL DEFAULT '')",
            "CREATE TABLE imitated.setting (value boolean NOT NULL)",
            "INSERT INTO imitated.setting VALUES (false)",
            """
            CREATE FUNCTION imitated.finished(job bigint) RETURNS SETOF imitated.jobs LANGUAGE plpgsql AS $$
            BEGIN
                WHILE EXISTS (SELECT FROM imitated.jobs WHERE job_id = job AND status = 'running') LOOP
                    PERFORM pg_sleep(0.02);
                END LOOP;
                RETURN QUERY SELECT * FROM imitated.jobs WHERE job_id = job;
            END $$""");

    private static final String SESSIONS =
            "(SELECT pid AS session_id, application_name, upper(coalesce(state, 'idle')) AS status FROM pg_stat_activity) AS sessions";

    private static final String SIZES = """
            (SELECT schemaname::text AS schema_name, tablename::text AS table_name,
            pg_table_size(to_regclass(quote_ident(schemaname) || '.' || quote_ident(tablename))) AS range_size FROM pg_tables
            WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'imitated')) AS ranges""";

    @SuppressWarnings("ImmutableEnumChecker") // filled before it is given
    private final Map<Pattern, String> words;

    DialectTranslation(Map<Pattern, String> words) {
        this.words = words;
    }

    String postgres(String statement) {
        String put = statement;
        for (Map.Entry<Pattern, String> word : words.entrySet()) {
            put = word.getKey().matcher(put).replaceAll(word.getValue());
        }
        return put;
    }

    private static Map<Pattern, String> cockroach() {
        Map<Pattern, String> words = new LinkedHashMap<>();
        put(words, "^SELECT version\\(\\)$", "SELECT 'CockroachDB CCL v25.2.4 (imitated)'");
        // Data definition.
        put(words, "^ALTER TABLE \\S+ (SPLIT AT|SCATTER|PARTITION BY) ?.*$", "SELECT 1");
        put(words, "^ALTER (INDEX|PARTITION) .*$", "SELECT 1");
        put(words, ", (UNIQUE )?INDEX \\w+ \\([^)]*\\)( STORING \\([^)]*\\))?", "");
        put(words, " PARTITION BY LIST \\(region\\) \\(PARTITION .*\\)$", "");
        put(words, " USING HASH( WITH \\([^)]*\\))?", "");
        put(words, "(PRIMARY KEY \\([^)]*) DESC", "$1");
        put(words, " NOT VISIBLE", "");
        put(words, "^(CREATE TABLE.*)crdb_internal_region", "$1text");
        put(words, "^(CREATE TABLE.*) AS (\\(CASE .* END\\)) STORED", "$1 GENERATED ALWAYS AS $2 STORED");
        put(words, " LOCALITY (GLOBAL|REGIONAL BY ROW AS region)$", "");
        put(words, "^DROP INDEX IF EXISTS [^@]+@", "DROP INDEX IF EXISTS ");
        put(words, "^UPSERT INTO kv (.*)$", "INSERT INTO kv $1 ON CONFLICT (k) DO UPDATE SET v = excluded.v");
        // Time.
        put(words, "cluster_logical_timestamp\\(\\)", "0");
        put(words, "^SET TRANSACTION AS OF SYSTEM TIME .*$", "SET TRANSACTION READ ONLY");
        // Jobs, sessions, settings, sizes.
        put(
                words,
                "^((?:BACKUP INTO|CREATE CHANGEFEED) .*)$",
                "INSERT INTO imitated.jobs (description) VALUES (\\$job\\$$1\\$job\\$) RETURNING job_id");
        put(words, "^SHOW JOB WHEN COMPLETE (\\d+)$", "SELECT * FROM imitated.finished($1)");
        put(words, "^CANCEL JOB (\\d+)$", "UPDATE imitated.jobs SET status = 'canceled' WHERE job_id = $1");
        put(words, "\\[SHOW JOBS\\]", "imitated.jobs");
        put(words, "\\[SHOW JOB (\\d+)\\]", "(SELECT * FROM imitated.jobs WHERE job_id = $1) AS job");
        put(words, "^CANCEL SESSIONS IF EXISTS SELECT session_id ", "SELECT pg_terminate_backend(session_id) ");
        put(words, "\\[SHOW CLUSTER SESSIONS\\]", SESSIONS);
        put(words, "^SHOW CLUSTER SETTING \\S+$", "SELECT value FROM imitated.setting");
        put(words, "^SET CLUSTER SETTING \\S+ = (\\w+)$", "UPDATE imitated.setting SET value = $1");
        put(words, "\\[SHOW RANGES FROM CURRENT_CATALOG WITH TABLES, DETAILS\\]", SIZES);
        put(
                words,
                "\\[SHOW RANGES FROM TABLE (\\w+) WITH DETAILS\\]",
                "(SELECT pg_table_size('$1') AS range_size) AS ranges");
        put(words, "a\\.attishidden", "false");
        put(
                words,
                "\\[SHOW ZONE CONFIGURATION FROM RANGE default\\]",
                "(SELECT 'num_replicas = 3' AS raw_config_sql) AS zone");
        put(words, "crdb_internal\\.gossip_nodes", "(SELECT 1) AS nodes");
        return words;
    }

    private static Map<Pattern, String> yugabyte() {
        Map<Pattern, String> words = new LinkedHashMap<>();
        put(words, "^SELECT version\\(\\)$", "SELECT 'PostgreSQL 11.2-YB-2024.2.4.0-b0 (imitated)'");
        put(words, " SPLIT (INTO \\d+ TABLETS|AT VALUES \\(.*\\))$", "");
        put(words, "\\(\\((\\w+(?:, \\w+)*)\\) HASH", "($1");
        put(words, "\\((\\w+) HASH", "($1");
        put(words, "(PRIMARY KEY \\([^)]*) ASC", "$1");
        put(words, ", ROWS_PER_TRANSACTION \\d+", "");
        put(words, "\\(ROWS_PER_TRANSACTION \\d+\\)", "(FORMAT text)");
        put(words, "yb_servers\\(\\)", "(SELECT 'h' AS host, 'c' AS cloud, 'r' AS region, 'z' AS zone) AS servers");
        return words;
    }

    private static void put(Map<Pattern, String> words, String theirs, String ours) {
        words.put(Pattern.compile(theirs, Pattern.DOTALL), ours);
    }
}
