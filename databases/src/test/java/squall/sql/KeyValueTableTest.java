package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import squall.sql.KeyValueTable.Sharding;

class KeyValueTableTest {
    private static final String PLAIN =
            "CREATE TABLE usertable (YCSB_KEY VARCHAR(255) PRIMARY KEY, FIELD0 TEXT, FIELD1 TEXT)";
    private static final String WITH_CLAUSE =
            "CREATE TABLE usertable (YCSB_KEY VARCHAR(255) NOT NULL, FIELD0 TEXT, FIELD1 TEXT, ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRES | DEFAULT | 0 |",
                "GENERIC | DEFAULT | 0 |",
                "COCKROACHDB | DEFAULT | 0 |",
                "COCKROACHDB | RANGE | 0 |",
                "COCKROACHDB | RANGE | 3 | ;;ALTER TABLE usertable SPLIT AT VALUES ('user3741'), ('user6482')",
                "YUGABYTEDB | DEFAULT | 0 |",
                "YUGABYTEDB | DEFAULT | 6 | SPLIT INTO 6 TABLETS",
            })
    void the_plain_table_is_the_common_one(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, Sharding.ShardingKind kind, int pieces, String tail) {
        String rest = tail == null ? "" : tail.startsWith(";;") ? ";\n" + tail.substring(2) : " " + tail;
        assertThat(table(kind, pieces).ddl(dialect)).isEqualTo(PLAIN + rest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COCKROACHDB | HASH | 0 | PRIMARY KEY (YCSB_KEY) USING HASH)",
                "COCKROACHDB | HASH | 8 | PRIMARY KEY (YCSB_KEY) USING HASH WITH (bucket_count = 8))",
                "YUGABYTEDB | HASH | 0 | PRIMARY KEY (YCSB_KEY HASH))",
                "YUGABYTEDB | HASH | 8 | PRIMARY KEY (YCSB_KEY HASH)) SPLIT INTO 8 TABLETS",
                "YUGABYTEDB | RANGE | 0 | PRIMARY KEY (YCSB_KEY ASC))",
                "YUGABYTEDB | RANGE | 3 |"
                        + " PRIMARY KEY (YCSB_KEY ASC)) SPLIT AT VALUES (('user3741'), ('user6482'))",
            })
    void distributed_databases_are_told_how_to_spread_it(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, Sharding.ShardingKind kind, int pieces, String clause) {
        assertThat(table(kind, pieces).ddl(dialect)).isEqualTo(WITH_CLAUSE + clause);
    }

    @ParameterizedTest
    @CsvSource({"MARIADB, utf8mb4_nopad_bin", "TIDB, utf8mb4_bin", "MYSQL, utf8mb4_bin"})
    void where_texts_are_small_and_ignore_case_the_table_says_otherwise(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, String collation) {
        assertThat(table(Sharding.ShardingKind.DEFAULT, 0).ddl(dialect))
                .isEqualTo("CREATE TABLE `usertable` (`YCSB_KEY` VARCHAR(255) PRIMARY KEY, `FIELD0` LONGTEXT,"
                        + " `FIELD1` LONGTEXT) DEFAULT CHARACTER SET utf8mb4 COLLATE " + collation);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table(Sharding.ShardingKind.HASH, 4).ddl(dialect))
                .withMessage("table usertable: hash sharding into 4 pieces was requested, but dialect "
                        + dialect.product() + " does not support sharded tables; omit the sharding");
    }

    @Test
    void postgres_spreads_by_hash_in_partitions() {
        assertThat(table(Sharding.ShardingKind.HASH, 2).ddl(Dialects.POSTGRES)).isEqualTo(PLAIN + """
                         PARTITION BY HASH (YCSB_KEY);
                        CREATE TABLE usertable_p1 PARTITION OF usertable FOR VALUES WITH (MODULUS 2, REMAINDER 0);
                        CREATE TABLE usertable_p2 PARTITION OF usertable FOR VALUES WITH (MODULUS 2, REMAINDER 1)""");
        assertThat(table(Sharding.ShardingKind.HASH, 0).layout(Dialects.POSTGRES))
                .isEqualTo("8 hash partitions");
    }

    @Test
    void postgres_spreads_by_range_in_partitions_that_leave_no_key_out() {
        assertThat(table(Sharding.ShardingKind.RANGE, 3).ddl(Dialects.POSTGRES)).isEqualTo(PLAIN + """
                         PARTITION BY RANGE (YCSB_KEY);
                        CREATE TABLE usertable_p1 PARTITION OF usertable FOR VALUES FROM (MINVALUE) TO ('user3741');
                        CREATE TABLE usertable_p2 PARTITION OF usertable FOR VALUES FROM ('user3741') TO ('user6482');
                        CREATE TABLE usertable_p3 PARTITION OF usertable FOR VALUES FROM ('user6482') TO (MAXVALUE)""");
    }

    @Test
    void postgres_puts_partitions_and_their_indexes_in_tablespaces_in_turn() {
        KeyValueTable table = table(new Sharding(Sharding.ShardingKind.HASH, 3, List.of("data1", "it's")));
        assertThat(table.ddl(Dialects.POSTGRES)).isEqualTo(PLAIN + """
                         PARTITION BY HASH (YCSB_KEY);
                        SET LOCAL default_tablespace = 'data1';
                        CREATE TABLE usertable_p1 PARTITION OF usertable FOR VALUES WITH (MODULUS 3, REMAINDER 0);
                        SET LOCAL default_tablespace = 'it''s';
                        CREATE TABLE usertable_p2 PARTITION OF usertable FOR VALUES WITH (MODULUS 3, REMAINDER 1);
                        SET LOCAL default_tablespace = 'data1';
                        CREATE TABLE usertable_p3 PARTITION OF usertable FOR VALUES WITH (MODULUS 3, REMAINDER 2)""");
        assertThat(table.layout(Dialects.POSTGRES)).isEqualTo("3 hash partitions in tablespaces data1, it's");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GENERIC | DEFAULT | 0 | default sharding was requested, but tablespaces are supported only on PostgreSQL, not by dialect generic: omit them",
                "COCKROACHDB | HASH | 4 | hash sharding into 4 pieces was requested, but tablespaces are supported only on PostgreSQL, not by dialect cockroachdb: omit them",
                "POSTGRES | DEFAULT | 0 | default sharding was requested, but PostgreSQL needs the partitioning: use hash or range",
                "POSTGRES | RANGE | 1 | range sharding into 1 pieces was requested, but 2 tablespaces need as many partitions or more, not 1",
            })
    void tablespaces_that_cannot_be_used_are_refused(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, Sharding.ShardingKind kind, int pieces, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        table(new Sharding(kind, pieces, List.of("a", "b"))).ddl(dialect))
                .withMessage("table usertable: " + why);
    }

    @Test
    void no_two_of_many_pieces_begin_with_the_same_key() {
        String ddl = table(Sharding.ShardingKind.RANGE, 100_000).ddl(Dialects.YUGABYTEDB);
        List<String> cuts = Pattern.compile("'user\\d+'")
                .matcher(ddl)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(cuts).hasSize(99_999).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GENERIC | HASH | 12 | hash sharding into 12 pieces was requested, but dialect generic does not support sharded tables; omit the sharding",
                "GENERIC | RANGE | 0 | range sharding was requested, but dialect generic does not support sharded tables; omit the sharding",
                "POSTGRES | DEFAULT | 3 | default sharding into 3 pieces was requested, but PostgreSQL needs the partitioning: use hash or range",
                "POSTGRES | HASH | 1001 | hash sharding into 1001 pieces was requested, but Squall creates at most 1000 partitions on PostgreSQL: a scan locks all of them",
                "COCKROACHDB | HASH | 1 | hash sharding into 1 pieces was requested, but CockroachDB's buckets must be in"
                        + " [2, 2048]",
            })
    void a_table_that_cannot_be_spread_as_wanted_is_refused(
            @ConvertWith(BuiltIn.class) SqlDialect dialect, Sharding.ShardingKind kind, int pieces, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table(kind, pieces).ddl(dialect))
                .withMessage("table usertable: " + why);
    }

    @Test
    void a_name_that_postgres_would_cut_off_is_refused_with_partitions() {
        String name = "t".repeat(62);
        KeyValueTable long62 = new KeyValueTable(name, "k", List.of(), new Sharding(Sharding.ShardingKind.HASH, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> long62.ddl(Dialects.POSTGRES))
                .withMessage("table " + name + ": hash sharding into 2 pieces was requested, but the name of partition "
                        + name + "_p2 has more than 63 bytes: shorten it");
    }

    @ParameterizedTest
    @CsvSource({
        "usertable, usertable",
        "YCSB_KEY, YCSB_KEY",
        "user, \"user\"",
        "Order, \"Order\"",
        "my table, \"my table\"",
        "app.user, app.\"user\"",
        "1st, \"1st\"",
    })
    void names_are_quoted_only_where_they_have_to_be(String name, String written) {
        assertThat(Dialects.POSTGRES.identifier(name)).isEqualTo(written);
    }

    /** Covers an old error: two names that began with the same 63 bytes were one table, which the load of the second one emptied. */
    @Test
    void a_name_that_the_server_would_cut_off_is_refused() {
        String longest = "schema_of_63_bytes_".repeat(3) + "abcdef";
        assertThat(Dialects.POSTGRES.identifier(longest + "." + longest)).isEqualTo(longest + "." + longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dialects.YUGABYTEDB.identifier("public." + longest + "g"))
                .withMessage("the name public." + longest
                        + "g has more than 63 bytes, after which the database cuts it off: shorten it");
        assertThat(Dialects.COCKROACHDB.identifier(longest + "g")).isEqualTo(longest + "g");
    }

    @Test
    void quotes_in_names_are_doubled() {
        assertThat(Dialects.POSTGRES.identifier("a\"b")).isEqualTo("\"a\"\"b\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PostgreSQL 17.5 on x86_64-pc-linux-gnu, compiled by gcc | POSTGRES",
                "PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu | YUGABYTEDB",
                "PostgreSQL 15.2-YB-2.25.0.0-b0 on aarch64 | YUGABYTEDB",
                "CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023) | COCKROACHDB",
                "8.0.33 | GENERIC",
            })
    void the_dialect_is_what_the_server_says_it_is(String version, @ConvertWith(BuiltIn.class) SqlDialect dialect) {
        assertThat(Dialects.of(new SqlDialect.Server("PostgreSQL", "17", version), List.of()))
                .isEqualTo(dialect);
    }

    private static KeyValueTable table(Sharding.ShardingKind kind, int pieces) {
        return table(new Sharding(kind, pieces));
    }

    private static KeyValueTable table(Sharding sharding) {
        return new KeyValueTable("usertable", "YCSB_KEY", List.of("FIELD0", "FIELD1"), sharding);
    }
}
