package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalPortTest {
    @Test
    void a_port_is_free_until_a_process_listens_on_it() throws Exception {
        LocalPort port;
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            port = new LocalPort("127.0.0.1", server.getLocalPort());
            assertThat(port.free()).isFalse();
            assertThat(port.accepts()).isTrue();
            assertThat(port).hasToString("127.0.0.1:" + server.getLocalPort());
        }
        assertThat(port.accepts()).isFalse();
        assertThat(port.free()).isTrue();
    }

    @Test
    void a_port_that_is_in_use_names_the_process_that_has_it() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            var port = new LocalPort("127.0.0.1", server.getLocalPort());
            ProcessHandle own = ProcessHandle.current();
            assertThatThrownBy(() -> port.awaitFree("n2", Duration.ofMillis(10)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("n2: " + port + " is already in use by process " + own.pid() + " ("
                            + own.info().command().orElseThrow() + "); stop that process, or choose another --name");
        }
    }
}
