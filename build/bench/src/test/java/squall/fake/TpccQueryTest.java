package squall.fake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TpccQueryTest {
    private static final String NEW_ORDER = "WITH line AS (SELECT * FROM unnest(?, ?) AS l (number, item)), taken AS"
            + " (UPDATE stock SET s_ytd = ? WHERE s_w_id = ? RETURNING number) SELECT order_id, number, i_name FROM taken";

    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = requireNonNull(new FakeDriver().connect("jdbc:dials:shop?warehouses=3", null));
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void the_last_select_tells_the_columns() {
        assertThat(ParsedStatement.SelectListParser.columns(
                        "WITH a AS (SELECT x, y FROM b) SELECT c_id, coalesce(d, 0) AS e, a.*, count(*) FROM a"))
                .containsExactly("c_id", "e", "*", "count(*)");
        assertThat(ParsedStatement.SelectListParser.columns("select 1")).containsExactly("1");
    }

    @Test
    void a_new_order_gets_the_next_number_of_its_district_and_a_row_for_each_line() throws SQLException {
        assertThat(order(2, 7, 11, 12, 13)).containsExactly("3001 1", "3001 2", "3001 3");
        assertThat(order(2, 7, 11)).containsExactly("3002 1");
        assertThat(order(3, 7, 11)).containsExactly("3001 1");
    }

    @Test
    void an_unknown_item_gets_no_row() throws SQLException {
        assertThat(order(1, 1, 11, 100_001, 13)).hasSize(2);
    }

    @Test
    void the_districts_are_told_with_the_number_that_each_would_give_next() throws SQLException {
        order(2, 1, 11);
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT d_w_id, d_id, d_next_o_id FROM district WHERE d_w_id BETWEEN ? AND ?")) {
            query.setInt(1, 2);
            query.setInt(2, 3);
            assertThat(rows(query, 3))
                    .hasSize(20)
                    .startsWith("2 1 3002", "2 2 3001")
                    .endsWith("3 10 3001");
        }
    }

    @Test
    void the_warehouses_are_counted() throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT count(*), min(w_id), max(w_id) FROM warehouse")) {
            assertThat(rows(query, 3)).containsExactly("3 1 3");
        }
    }

    @Test
    void what_is_asked_for_by_name_is_found_where_all_columns_of_something_are_selected() throws SQLException {
        try (PreparedStatement query =
                        connection.prepareStatement("WITH payer AS (SELECT 1) SELECT payer.* FROM customer");
                ResultSet row = query.executeQuery()) {
            row.next();
            assertThat(row.getInt("c_id")).isPositive();
            assertThat(row.getBigDecimal("c_balance")).isPositive();
        }
    }

    @Test
    void there_are_no_notes_of_a_load() {
        assertThatThrownBy(() -> connection.prepareStatement("SELECT seed FROM squall_tpcc"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P01"));
    }

    private List<String> order(int warehouse, int district, int... items) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEW_ORDER)) {
            statement.setObject(1, items);
            statement.setObject(2, items);
            statement.setInt(3, warehouse);
            statement.setInt(4, district);
            return rows(statement, 2);
        }
    }

    private static List<String> rows(PreparedStatement query, int columns) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(found.getString(column));
                }
                rows.add(String.join(" ", cells));
            }
        }
        return rows;
    }
}
