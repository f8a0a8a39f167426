package squall.ycsb.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.cql.CqlTable;
import squall.cql.Keyspace;
import squall.ycsb.store.ColumnSelection;

class CqlStoreStatementsTest {
    private static final ColumnSelection TWO = new ColumnSelection(List.of("field0", "field1"));
    private static final CqlTable TABLE = new CqlTable(
            new Keyspace("ycsb", ""),
            "usertable",
            CqlStoreStatements.Texts.KEY_COLUMN,
            TWO.names(),
            CqlTable.TableOptions.NONE);

    @Test
    void statements_are_those_of_ycsbs_cassandra_binding() {
        CqlStoreStatements.Texts text = new CqlStoreStatements.Texts(TABLE, false);
        assertThat(text.read(TWO)).isEqualTo("SELECT field0,field1 FROM ycsb.usertable WHERE y_id = ?");
        assertThat(text.scan(TWO))
                .isEqualTo("SELECT y_id,field0,field1 FROM ycsb.usertable WHERE token(y_id) >= token(?) LIMIT ?");
        assertThat(text.insert(TWO)).isEqualTo("INSERT INTO ycsb.usertable (y_id,field0,field1) VALUES (?,?,?)");
        assertThat(text.update(new ColumnSelection(List.of("field1"))))
                .isEqualTo("UPDATE ycsb.usertable SET field1=? WHERE y_id = ?");
        assertThat(text.delete()).isEqualTo("DELETE FROM ycsb.usertable WHERE y_id = ?");
    }

    @Test
    void lightweight_writes_are_conditional() {
        CqlStoreStatements.Texts text = new CqlStoreStatements.Texts(TABLE, true);
        assertThat(text.insert(TWO)).endsWith(" VALUES (?,?,?) IF NOT EXISTS");
        assertThat(text.update(TWO)).endsWith(" WHERE y_id = ? IF EXISTS");
        assertThat(text.delete()).endsWith(" WHERE y_id = ? IF EXISTS");
    }
}
