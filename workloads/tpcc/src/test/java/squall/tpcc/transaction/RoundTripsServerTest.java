package squall.tpcc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import squall.tpcc.TpccServer;
import squall.tpcc.terminal.TransactionInput;

/** Test of the number of times that each transaction waits for the server, which decides its speed on a slow network. */
@Tag("server")
@ExtendWith(TpccServer.Giver.class)
class RoundTripsServerTest {
    private static Shop shop;

    private int sent;

    @BeforeAll
    static void open(TpccServer server) throws IOException, InterruptedException, SQLException {
        shop = Shop.open(server, "round_trips");
    }

    @Test
    void every_transaction_is_one_statement_and_new_order_one_more_for_each_item_ordered_again()
            throws IOException, InterruptedException, SQLException {
        try (Connection connection = shop.database("").open()) {
            connection.setAutoCommit(false);
            TransactionProfiles profiles = new TransactionProfiles(
                    counted(connection), shop.database("").dialect());

            assertThat(sentBy(() -> profiles.newOrder(order(line(1, 4), line(2, 5), line(3, 6)))))
                    .isEqualTo(1);
            assertThat(sentBy(() -> profiles.newOrder(order(line(1, 4), line(2, 5), line(3, 4)))))
                    .isEqualTo(2);
            assertThat(sentBy(() -> profiles.payment(payment(new TransactionInput.CustomerSelector.ById(1, 7, 3)))))
                    .isEqualTo(1);
            assertThat(sentBy(() ->
                            profiles.payment(payment(new TransactionInput.CustomerSelector.ByLastName(1, 7, "SAME")))))
                    .isEqualTo(1);
            assertThat(sentBy(() -> profiles.orderStatus(
                            new TransactionInput.OrderStatus(new TransactionInput.CustomerSelector.ById(1, 7, 3)))))
                    .isEqualTo(1);
            assertThat(sentBy(() -> profiles.delivery(new TransactionInput.Delivery(1, 9))))
                    .isEqualTo(1);
            assertThat(sentBy(() -> profiles.stockLevel(new TransactionInput.StockLevel(1, 7, 10))))
                    .isEqualTo(1);
            assertThat(sentBy(() -> profiles.newOrder(order(line(1, 4), line(2, 100_001)))))
                    .as("a statement and the rollback")
                    .isEqualTo(2);
        }
    }

    private interface Sending {
        Object send() throws SQLException;
    }

    private int sentBy(Sending sending) throws SQLException {
        sent = 0;
        sending.send();
        return sent;
    }

    private Connection counted(Connection connection) {
        return watching(Connection.class, connection);
    }

    private <T> T watching(Class<T> face, T real) {
        return face.cast(Proxy.newProxyInstance(
                face.getClassLoader(), new Class<?>[] {face}, (proxy, method, values) -> {
                    if (method.getName().startsWith("execute")
                            || method.getName().matches("commit|rollback")) {
                        sent++;
                    }
                    try {
                        Object answer = method.invoke(real, values);
                        return answer instanceof PreparedStatement statement
                                ? watching(PreparedStatement.class, statement)
                                : answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static TransactionInput.NewOrder order(TransactionInput.OrderLine... lines) {
        return new TransactionInput.NewOrder(1, 7, 3, List.of(lines));
    }

    private static TransactionInput.OrderLine line(int number, int item) {
        return new TransactionInput.OrderLine(number, item, 1, 1);
    }

    private static TransactionInput.Payment payment(TransactionInput.CustomerSelector payer) {
        return new TransactionInput.Payment(1, 7, payer, new BigDecimal("12.34"));
    }
}
