package squall.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class CqlTableTest {
    private static final Keyspace KEYSPACE = new Keyspace("ycsb", "");

    @Test
    void the_table_is_that_of_ycsb() {
        assertThat(table("usertable", CqlTable.TableOptions.NONE).ddl(CqlDialect.CASSANDRA))
                .isEqualTo("CREATE TABLE IF NOT EXISTS ycsb.usertable (y_id varchar PRIMARY KEY, field0 varchar,"
                        + " field1 varchar)");
    }

    @Test
    void yugabytedb_has_transactions_and_tablets() {
        assertThat(table("t", new CqlTable.TableOptions(60, true, 12, "")).ddl(CqlDialect.YCQL))
                .endsWith(") WITH default_time_to_live = 60 AND transactions = {'enabled': true} AND tablets = 12");
    }

    @Test
    void cassandra_has_neither_and_says_so() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        table("t", new CqlTable.TableOptions(0, true, 0, "")).ddl(CqlDialect.CASSANDRA))
                .withMessageStartingWith("Cassandra has neither transactions nor tablets on its tables");
    }

    @Test
    void options_in_cql_follow_the_others() {
        assertThat(table("t", new CqlTable.TableOptions(60, false, 0, "gc_grace_seconds = 0"))
                        .ddl(CqlDialect.CASSANDRA))
                .endsWith(") WITH default_time_to_live = 60 AND gc_grace_seconds = 0");
    }

    @Test
    void names_are_quoted_only_where_they_have_to_be() {
        assertThat(table("UserTable", CqlTable.TableOptions.NONE).identifier()).isEqualTo("ycsb.usertable");
        assertThat(table("user-table", CqlTable.TableOptions.NONE).identifier()).isEqualTo("ycsb.\"user-table\"");
        assertThat(table("select", CqlTable.TableOptions.NONE).identifier()).isEqualTo("ycsb.\"select\"");
    }

    @Test
    void a_replication_is_a_number_or_one_for_each_data_centre() {
        assertThat(new Keyspace("k", "dc1:3,dc2:2").replication()).isEqualTo("dc1:3,dc2:2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Keyspace("k", "three"))
                .withMessage(
                        "a replication must be a number of copies such as 3, or one number for each data centre such as"
                                + " dc1:3,dc2:2, not 'three'");
    }

    private static CqlTable table(String name, CqlTable.TableOptions options) {
        return new CqlTable(KEYSPACE, name, "y_id", List.of("field0", "field1"), options);
    }
}
