package squall.ycsb.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.sql.Dialects;
import squall.ycsb.store.ColumnSelection;

class SqlStoreStatementsTest {
    private static final ColumnSelection TWO = new ColumnSelection(List.of("field0", "field1"));
    private final SqlStoreStatements.Texts text = new SqlStoreStatements.Texts(Dialects.POSTGRES, "usertable");

    @Test
    void statements_are_those_that_ycsb_users_know_with_columns_named() {
        assertThat(List.of(text.read(TWO), text.scan(TWO), text.update(TWO), text.insert(TWO), text.delete()))
                .containsExactly(
                        "SELECT field0,field1 FROM usertable WHERE YCSB_KEY = ?",
                        "SELECT YCSB_KEY,field0,field1 FROM usertable WHERE YCSB_KEY >= ? ORDER BY YCSB_KEY LIMIT ?",
                        "UPDATE usertable SET field0=?, field1=? WHERE YCSB_KEY = ?",
                        "INSERT INTO usertable (YCSB_KEY,field0,field1) VALUES(?,?,?)",
                        "DELETE FROM usertable WHERE YCSB_KEY = ?");
    }

    @Test
    void names_that_sql_would_not_take_are_quoted() {
        ColumnSelection odd = new ColumnSelection(List.of("my field0", "plain1"));
        assertThat(new SqlStoreStatements.Texts(Dialects.POSTGRES, "bench.My-Table").update(odd))
                .isEqualTo("UPDATE bench.\"My-Table\" SET \"my field0\"=?, plain1=? WHERE YCSB_KEY = ?");
    }

    @Test
    void databases_without_limit_get_the_standards_clause() {
        assertThat(new SqlStoreStatements.Texts(Dialects.GENERIC, "usertable").scan(TWO))
                .endsWith(" FETCH FIRST ? ROWS ONLY");
    }

    @Test
    void many_keys_are_looked_for_at_once() {
        assertThat(text.present(3)).isEqualTo("SELECT YCSB_KEY FROM usertable WHERE YCSB_KEY IN (?,?,?)");
    }
}
