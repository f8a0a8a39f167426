package squall.adversity.dialects;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import squall.fixture.Relay;

/**
 * Server of PostgreSQL behind a relay that speaks its protocol: every statement that a client sends is recorded as it was sent, driver's own
 * included, and arrives as {@link DialectTranslation} puts it.
 */
final class ImitatedServer implements AutoCloseable {
    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final int CANCEL_REQUEST = 80_877_102;

    private final DialectTranslation translation;
    private final BiConsumer<String, String> heard;
    private final Relay relay;
    private volatile String sender = "";

    /** @param heard gets who sends, as {@link #sender} was told last, and each statement */
    ImitatedServer(int target, DialectTranslation translation, BiConsumer<String, String> heard) throws IOException {
        this.translation = translation;
        this.heard = heard;
        this.relay = Relay.to(target, this::requests);
    }

    int port() {
        return relay.port();
    }

    /** Sets the program that is at work from now on. */
    void sender(String program) {
        sender = program;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }

    private void requests(InputStream from, OutputStream to) throws IOException {
        DataInputStream in = new DataInputStream(from);
        DataOutputStream out = new DataOutputStream(to);
        if (started(in, out)) {
            while (true) {
                message(in, out);
            }
        }
    }

    /** Relays messages without a type: requests for encryption, which the server declines, then the start. @return false after a cancel */
    private static boolean started(DataInputStream in, DataOutputStream out) throws IOException {
        while (true) {
            byte[] body = new byte[in.readInt() - Integer.BYTES];
            in.readFully(body);
            out.writeInt(body.length + Integer.BYTES);
            out.write(body);
            out.flush();
            int code = ByteBuffer.wrap(body).getInt();
            if (code != SSL_REQUEST && code != GSS_REQUEST) {
                return code != CANCEL_REQUEST;
            }
        }
    }

    private void message(DataInputStream in, DataOutputStream out) throws IOException {
        byte type = in.readByte();
        byte[] body = new byte[in.readInt() - Integer.BYTES];
        in.readFully(body);
        byte[] sent = switch (type) {
            case 'Q' -> translated(body, 0);
            case 'P' -> translated(body, end(body, 0) + 1);
            default -> body;
        };
        out.writeByte(type);
        out.writeInt(sent.length + Integer.BYTES);
        out.write(sent);
        out.flush();
    }

    /** @param at where the statement begins, which a zero ends */
    private byte[] translated(byte[] body, int at) throws IOException {
        int end = end(body, at);
        String statement = new String(body, at, end - at, UTF_8);
        heard.accept(sender, statement);
        var bytes = new ByteArrayOutputStream();
        bytes.write(body, 0, at);
        bytes.write(translation.postgres(statement).getBytes(UTF_8));
        bytes.write(body, end, body.length - end);
        return bytes.toByteArray();
    }

    private static int end(byte[] body, int from) {
        int at = from;
        while (body[at] != 0) {
            at++;
        }
        return at;
    }
}
