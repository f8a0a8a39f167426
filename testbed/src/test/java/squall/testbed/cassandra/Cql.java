package squall.testbed.cassandra;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import squall.spi.Cluster;

/** Connection to one node that speaks just enough of CQL's binary protocol (version 4) to ask that very node. */
final class Cql implements AutoCloseable {
    /** Number of replicas that must answer, as the protocol numbers it. */
    enum Consistency {
        ONE(1),
        QUORUM(4),
        ALL(5);

        private final int code;

        Consistency(int code) {
            this.code = code;
        }
    }

    private static final int VERSION = 4;
    private static final int STARTUP = 1;
    private static final int QUERY = 7;
    private static final int ERROR = 0;
    private static final int SKIP_METADATA = 2;
    private static final int ROWS = 2;
    private static final int ANSWER_LIMIT_MS = 30_000;

    private final Socket socket = new Socket();

    Cql(Cluster.Node node) throws IOException {
        socket.connect(new InetSocketAddress(node.host(), node.port()), ANSWER_LIMIT_MS);
        socket.setSoTimeout(ANSWER_LIMIT_MS);
        ask(STARTUP, body -> {
            body.writeShort(1);
            string(body, "CQL_VERSION");
            string(body, "3.0.0");
        });
    }

    /** Returns the first column of each row, as text. @throws IOException with the server's words, if it refuses */
    List<String> execute(Consistency consistency, String statement) throws IOException {
        ByteBuffer answer = ask(QUERY, body -> {
            byte[] text = statement.getBytes(StandardCharsets.UTF_8);
            body.writeInt(text.length);
            body.write(text);
            body.writeShort(consistency.code);
            body.writeByte(SKIP_METADATA);
        });
        return answer.getInt() == ROWS ? firstColumn(answer) : List.of();
    }

    private static List<String> firstColumn(ByteBuffer rows) {
        rows.getInt(); // flags: no metadata, as asked
        int columns = rows.getInt();
        int count = rows.getInt();
        var found = new ArrayList<String>();
        for (int cell = 0; cell < columns * count; cell++) {
            var value = new byte[Math.max(0, rows.getInt())];
            rows.get(value);
            if (cell % columns == 0) {
                found.add(new String(value, StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private ByteBuffer ask(int opcode, Body request) throws IOException {
        var bytes = new ByteArrayOutputStream();
        request.into(new DataOutputStream(bytes));
        var out = new DataOutputStream(socket.getOutputStream());
        out.write(new byte[] {VERSION, 0, 0, 0, (byte) opcode});
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        var in = new DataInputStream(socket.getInputStream());
        byte[] head = in.readNBytes(5);
        var answer = new byte[in.readInt()];
        in.readFully(answer);
        if (head[4] == ERROR) {
            throw new IOException(new String(answer, 6, answer.length - 6, StandardCharsets.UTF_8));
        }
        return ByteBuffer.wrap(answer);
    }

    private static void string(DataOutputStream body, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        body.writeShort(bytes.length);
        body.write(bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Writer of a request's body. */
    @FunctionalInterface
    private interface Body {
        void into(DataOutputStream body) throws IOException;
    }
}
