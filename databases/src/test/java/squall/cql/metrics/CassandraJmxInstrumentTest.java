package squall.cql.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CassandraJmxInstrumentTest {
    private final List<String> calls = new ArrayList<>();

    @Test
    void of_the_connections_that_readings_of_a_frozen_node_open_in_the_end_one_is_kept_and_the_others_are_closed()
            throws Exception {
        AtomicReference<@Nullable JMXConnector> kept = new AtomicReference<>();
        JMXConnector first = connector("first");

        assertThat(CassandraJmxInstrument.kept(kept, first)).isSameAs(first);
        assertThat(CassandraJmxInstrument.kept(kept, connector("second"))).isSameAs(first);
        assertThat(CassandraJmxInstrument.kept(kept, connector("third"))).isSameAs(first);
        assertThat(kept.get()).isSameAs(first);
        assertThat(calls).containsExactly("second close", "third close");
    }

    private JMXConnector connector(String name) {
        return (JMXConnector) Proxy.newProxyInstance(
                CassandraJmxInstrumentTest.class.getClassLoader(),
                new Class<?>[] {JMXConnector.class},
                (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("toString") ? name : null;
                    }
                    calls.add(name + " " + method.getName());
                    return null;
                });
    }
}
