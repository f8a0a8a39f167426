package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortTest {
    @Test
    void a_port_is_free_until_somebody_listens_there() throws Exception {
        Port port;
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            port = new Port("127.0.0.1", server.getLocalPort());
            assertThat(port.free()).isFalse();
            assertThat(port.accepts()).isTrue();
            assertThat(port).hasToString("127.0.0.1:" + server.getLocalPort());
        }
        assertThat(port.accepts()).isFalse();
        assertThat(port.free()).isTrue();
    }
}
