package squall.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CqlRegisterStoreTest {
    @Test
    void a_condition_that_does_not_hold_is_answered_with_what_is_there() {
        assertThat(CqlRegisterStore.found(row(Map.of("v", 7L)))).containsExactly(7L);
    }

    /** Covers an old error: the answer about a row that is gone has no column of values, and looking for it ended the run. */
    @Test
    void a_register_whose_row_is_gone_holds_nothing() {
        assertThat(CqlRegisterStore.found(row(Map.of()))).isEmpty();
    }

    /** Returns an answer with these columns, which as the driver's does not accept the name of another. */
    private static Row row(Map<String, Long> columns) {
        ColumnDefinitions names = proxy(
                ColumnDefinitions.class,
                (definitions, method, arguments) -> columns.containsKey((String) arguments[0]));
        return proxy(Row.class, (row, method, arguments) -> {
            if (method.getName().equals("getColumnDefinitions")) {
                return names;
            }
            String name = (String) arguments[0];
            if (!columns.containsKey(name)) {
                throw new IllegalArgumentException(name + " is not a column in this row");
            }
            return method.getName().equals("isNull") ? false : columns.get(name);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
