package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import squall.testbed.ha.FailoverSupervisor.KeptConnections;

class KeptConnectionsTest {
    @Test
    void a_server_that_answers_a_new_connection_takes_them() throws Exception {
        greeted(
                client -> client.getOutputStream().write('N'),
                member -> assertThatCode(() -> greet(member)).doesNotThrowAnyException());
    }

    @Test
    void a_server_that_ends_a_new_connection_takes_none() throws Exception {
        greeted(
                Socket::shutdownOutput,
                member -> assertThatIOException()
                        .isThrownBy(() -> greet(member))
                        .withMessage("n1 (" + member.address() + "): it closed a new connection without a response"));
    }

    @Test
    void a_server_that_is_silent_on_a_new_connection_takes_none() throws Exception {
        greeted(
                client -> {},
                member ->
                        assertThatIOException().isThrownBy(() -> greet(member)).withMessageContaining("timed out"));
    }

    private interface Answer {
        void to(Socket client) throws IOException;
    }

    private interface Judged {
        void of(GroupMember member);
    }

    private static void greet(GroupMember member) throws IOException {
        try (var kept = new KeptConnections()) {
            kept.greet(member);
        }
    }

    private static void greeted(Answer answer, Judged judged) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread postmaster = Thread.ofVirtual().start(() -> {
                try (Socket client = server.accept()) {
                    client.getInputStream().readNBytes(8);
                    answer.to(client);
                    client.getInputStream().read(); // until the other side closes
                } catch (IOException e) {
                    // The other side judges.
                }
            });
            judged.of(new GroupMember("n1", GroupMember.HOST, server.getLocalPort(), "zone1"));
            postmaster.join();
        }
    }
}
