package squall.cql.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Test;
import squall.cql.metrics.CassandraJmxInstrument.KeptConnection;

class CassandraJmxInstrumentTest {
    private final List<String> calls = new ArrayList<>();
    private final KeptConnection kept = new KeptConnection();

    @Test
    void of_the_connections_that_readings_of_a_frozen_node_open_in_the_end_one_is_kept_and_the_others_are_closed()
            throws Exception {
        JMXConnector first = connector("first");

        assertThat(kept.kept(first)).isSameAs(first);
        assertThat(kept.kept(connector("second"))).isSameAs(first);
        assertThat(kept.kept(connector("third"))).isSameAs(first);
        assertThat(kept.current()).containsSame(first);
        assertThat(calls).containsExactly("second close", "third close");
    }

    /** Covers an old error: the reading went on over a good connection, and failed because another one could not be closed. */
    @Test
    void a_connection_that_cannot_be_closed_fails_no_reading() throws Exception {
        JMXConnector first = connector("first");

        assertThat(kept.kept(first)).isSameAs(first);
        assertThat(kept.kept(connector("broken"))).isSameAs(first);
        assertThat(calls).containsExactly("broken close");
    }

    /** Covers an old error: a node that was frozen until after the end of the run kept one connection. */
    @Test
    void a_connection_that_is_opened_after_the_end_is_closed() {
        assertThat(kept.end()).isEmpty();
        assertThatIOException().isThrownBy(() -> kept.kept(connector("late"))).withMessage("the readings have ended");
        assertThat(calls).containsExactly("late close");
    }

    /** Covers an old error: the rehearsal before a run ends with a close, after which no reading of the run was kept. */
    @Test
    void a_reading_after_the_end_begins_anew() throws Exception {
        JMXConnector first = connector("first");
        assertThat(kept.end()).isEmpty();
        kept.begin();
        assertThat(kept.kept(first)).isSameAs(first);
        assertThat(calls).isEmpty();
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
                    if (name.equals("broken")) {
                        throw new IOException("connection reset");
                    }
                    return null;
                });
    }
}
