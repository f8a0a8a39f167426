package squall.testbed.ha;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks servers over one connection each, which is kept: a login for each question would take both sides some milliseconds of processor time,
 * five times a second. Owned by one thread.
 */
final class KeptConnections implements AutoCloseable {
    /** What does not answer within it is asked again with a login, and more patience. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** PostgreSQL's SSLRequest, the cheapest question that only a postmaster that takes connections answers, with N or S. */
    private static final byte[] GREETING =
            ByteBuffer.allocate(8).putInt(8).putInt(80877103).array();

    private final Map<GroupMember, Connection> kept = new HashMap<>();

    /** The first column of each row. @throws IOException naming the node, if it does not respond; the next query reconnects */
    List<String> rows(GroupMember member, String password, String query) throws IOException {
        try {
            Connection connection = kept.get(member);
            if (connection == null) {
                connection = new MemberConnection(member, password, LIMIT).connect();
                kept.put(member, connection);
            }
            return MemberConnection.rows(connection, query);
        } catch (SQLException e) {
            drop(member);
            throw new IOException(
                    member.name() + " (" + member.address() + "): " + e.getSQLState() + " " + e.getMessage(), e);
        }
    }

    /** Whether the server accepts new connections: existing ones outlive a postmaster that accepts none. */
    void greet(GroupMember member) throws IOException {
        int millis = Math.toIntExact(LIMIT.toMillis());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(member.host(), member.port()), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(GREETING);
            InputStream answer = socket.getInputStream();
            if (answer.read() < 0) {
                throw new IOException("it closed a new connection without a response");
            }
        } catch (IOException e) {
            throw new IOException(member.name() + " (" + member.address() + "): " + e.getMessage(), e);
        }
    }

    private void drop(GroupMember member) {
        Connection connection = kept.remove(member);
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // It is lost, which is why it is dropped.
            }
        }
    }

    @Override
    public void close() {
        List.copyOf(kept.keySet()).forEach(this::drop);
    }
}
