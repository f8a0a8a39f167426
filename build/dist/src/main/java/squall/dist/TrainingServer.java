package squall.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Server with as much of PostgreSQL's protocol (3.0, PostgreSQL manual, "Frontend/Backend Protocol") as a load needs, which keeps no data:
 * the training run takes the same way through driver and sessions as a run, on a machine without a server.
 */
final class TrainingServer implements Closeable {
    private static final String PASSWORD = "training";

    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final int TEXT = 25;
    private static final byte[] SALT = "sixteen of bytes".getBytes(US_ASCII);

    /** Number of iterations that PostgreSQL requires of a client by default. */
    private static final int ITERATIONS = 4096;

    private final ServerSocket socket;

    private TrainingServer(ServerSocket socket) {
        this.socket = socket;
    }

    /** Answers on a free port of the loopback interface until it is closed. */
    static TrainingServer open() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        TrainingServer server = new TrainingServer(new ServerSocket(0, 50, loopback));
        daemon(server::accept);
        return server;
    }

    /** Returns the properties for {@code bin/ycsb}. */
    List<String> properties() {
        return List.of(
                "-p",
                "db.url=jdbc:postgresql://127.0.0.1:" + socket.getLocalPort() + "/training",
                "-p",
                "db.user=training",
                "-p",
                "db.passwd=" + PASSWORD);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = socket.accept();
                daemon(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            new TrainingConnection(client).hold();
        } catch (EOFException | SocketException e) {
            // The client went away.
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the training server failed", e);
        }
    }

    private static void daemon(Runnable work) {
        Thread.ofPlatform().daemon(true).start(work);
    }

    /** Reply to a statement. */
    private record TrainingReply(int columns, List<List<String>> rows, String tag) {
        private static final String FIELD = "x".repeat(100);
        private static final int FIELDS = 10;

        /** Number of columns, above that of any query of Squall's. */
        private static final int MOST_COLUMNS = 16;

        static TrainingReply to(String sql) {
            String word = sql.strip().split("\\W", 2)[0];
            return switch (word) {
                case "SELECT", "SHOW" -> rows(sql);
                case "INSERT" -> done("INSERT 0 1");
                case "UPDATE", "DELETE" -> done(word + " 1");
                default -> done(word);
            };
        }

        private static TrainingReply rows(String sql) {
            if (sql.contains("WHERE YCSB_KEY = ")) {
                return one(Collections.nCopies(FIELDS, FIELD));
            }
            if (sql.contains("WHERE YCSB_KEY >= ")) {
                return one(Collections.nCopies(FIELDS + 1, FIELD));
            }
            if (sql.contains(" WHERE 1 = 0")) { // the columns of the table, of which none is another's
                return new TrainingReply(FIELDS + 1, List.of(), "SELECT 0");
            }
            if (sql.contains("SELECT 1 FROM") || sql.contains("YCSB_KEY IN") || sql.contains("SELECT spcname")) {
                return new TrainingReply(MOST_COLUMNS, List.of(), "SELECT 0");
            }
            return one(Collections.nCopies(MOST_COLUMNS, word(sql)));
        }

        private static String word(String sql) {
            if (sql.contains("version()")) {
                return "PostgreSQL 17.5";
            }
            if (sql.contains("server_version_num")) {
                return "170005";
            }
            if (sql.contains("pg_is_in_recovery")) {
                return "f";
            }
            return sql.contains("transaction_isolation") ? "read committed" : "1";
        }

        private static TrainingReply one(List<String> row) {
            return new TrainingReply(row.size(), List.of(row), "SELECT 1");
        }

        private static TrainingReply done(String tag) {
            return new TrainingReply(0, List.of(), tag);
        }
    }

    /** Connection of one client. Used by one thread. */
    private static final class TrainingConnection {
        private final DataInputStream in;
        private final DataOutputStream out;
        private final Map<String, String> statements = new HashMap<>();
        private final Map<String, TrainingReply> portals = new HashMap<>();
        private char state = 'I';

        TrainingConnection(Socket client) throws IOException {
            client.setTcpNoDelay(true);
            in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
        }

        void hold() throws IOException, GeneralSecurityException {
            greet();
            authenticate();
            while (true) {
                char type = (char) in.readByte();
                if (type == 'X') {
                    return;
                }
                handle(type, ByteBuffer.wrap(in.readNBytes(in.readInt() - Integer.BYTES)));
            }
        }

        /** Refuses encryption, as a server without a certificate does. */
        private void greet() throws IOException {
            ByteBuffer request = ByteBuffer.wrap(in.readNBytes(in.readInt() - Integer.BYTES));
            int code = request.getInt();
            while (code == SSL_REQUEST || code == GSS_REQUEST) {
                out.write('N');
                out.flush();
                code = ByteBuffer.wrap(in.readNBytes(in.readInt() - Integer.BYTES))
                        .getInt();
            }
        }

        /** Authenticates by SCRAM-SHA-256, RFC 5802 and 7677; the proof is not verified. */
        private void authenticate() throws IOException, GeneralSecurityException {
            send('R', number(10), text("SCRAM-SHA-256"), new byte[1]);
            out.flush();
            ByteBuffer first = answer();
            first.position(word(first).length() + 1 + Integer.BYTES); // the mechanism's name and the length
            String clientFirst = rest(first).substring("n,,".length());
            String nonce = clientFirst.substring(clientFirst.indexOf("r=") + 2) + "training";
            String serverFirst = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(SALT) + ",i=" + ITERATIONS;
            send('R', number(11), serverFirst.getBytes(US_ASCII));
            out.flush();
            String clientFinal = rest(answer());
            String proven =
                    clientFirst + "," + serverFirst + "," + clientFinal.substring(0, clientFinal.indexOf(",p="));
            byte[] signature = hmac(hmac(salted(), "Server Key"), proven);
            send('R', number(12), ("v=" + Base64.getEncoder().encodeToString(signature)).getBytes(US_ASCII));
            send('R', number(0));
            for (String[] setting : new String[][] {
                {"server_version", "17.5"},
                {"client_encoding", "UTF8"},
                {"DateStyle", "ISO, MDY"},
                {"TimeZone", "UTC"},
                {"integer_datetimes", "on"},
                {"standard_conforming_strings", "on"}
            }) {
                send('S', text(setting[0]), text(setting[1]));
            }
            send('K', number(1), number(1));
            ready();
        }

        private ByteBuffer answer() throws IOException {
            in.readByte();
            return ByteBuffer.wrap(in.readNBytes(in.readInt() - Integer.BYTES));
        }

        private static byte[] salted() throws GeneralSecurityException {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), SALT, ITERATIONS, 256))
                    .getEncoded();
        }

        private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(US_ASCII));
        }

        private void handle(char type, ByteBuffer message) throws IOException {
            switch (type) {
                case 'P' -> {
                    statements.put(word(message), word(message));
                    send('1');
                }
                case 'B' -> {
                    portals.put(word(message), TrainingReply.to(statements.getOrDefault(word(message), "")));
                    send('2');
                }
                case 'D' -> describe(message);
                case 'E' -> complete(portals.getOrDefault(word(message), TrainingReply.to("")));
                case 'C' -> send('3');
                case 'S' -> ready();
                case 'Q' -> simple(word(message));
                case 'c' -> {
                    send('C', text("COPY 1000"));
                    ready();
                }
                default -> {
                    // Rows of a COPY, and requests to flush.
                }
            }
        }

        private void describe(ByteBuffer message) throws IOException {
            boolean statement = message.get() == 'S';
            String name = word(message);
            if (statement) {
                send('t', new byte[Short.BYTES]);
                columns(TrainingReply.to(statements.getOrDefault(name, "")));
            } else {
                columns(portals.getOrDefault(name, TrainingReply.to("")));
            }
        }

        private void simple(String sql) throws IOException {
            if (sql.startsWith("COPY")) {
                send('G', new byte[1 + Short.BYTES]);
                out.flush();
                return;
            }
            TrainingReply reply = TrainingReply.to(sql);
            if (reply.columns() > 0) {
                columns(reply);
            }
            complete(reply);
            ready();
        }

        private void columns(TrainingReply reply) throws IOException {
            if (reply.columns() == 0) {
                send('n');
                return;
            }
            ByteArrayOutputStream columns = new ByteArrayOutputStream();
            columns.writeBytes(small(reply.columns()));
            for (int column = 0; column < reply.columns(); column++) {
                columns.writeBytes(text(
                        column == 0 ? "ycsb_key" : "field" + (column - 1))); // as in the table of the core workload
                columns.writeBytes(number(0));
                columns.writeBytes(small(0));
                columns.writeBytes(number(TEXT));
                columns.writeBytes(small(-1));
                columns.writeBytes(number(-1));
                columns.writeBytes(small(0));
            }
            send('T', columns.toByteArray());
        }

        private void complete(TrainingReply reply) throws IOException {
            for (List<String> row : reply.rows()) {
                ByteArrayOutputStream values = new ByteArrayOutputStream();
                values.writeBytes(small(row.size()));
                for (String value : row) {
                    values.writeBytes(number(value.length()));
                    values.writeBytes(value.getBytes(US_ASCII));
                }
                send('D', values.toByteArray());
            }
            switch (reply.tag()) {
                case "BEGIN" -> state = 'T';
                case "COMMIT", "ROLLBACK" -> state = 'I';
                default -> {
                    // Neither begins a transaction nor ends one.
                }
            }
            send('C', text(reply.tag()));
        }

        private void ready() throws IOException {
            send('Z', new byte[] {(byte) state});
            out.flush();
        }

        private void send(char type, byte[]... parts) throws IOException {
            int length = Integer.BYTES;
            for (byte[] part : parts) {
                length += part.length;
            }
            out.writeByte(type);
            out.writeInt(length);
            for (byte[] part : parts) {
                out.write(part);
            }
        }

        private static String word(ByteBuffer message) {
            int from = message.position();
            int length = 0;
            while (message.get(from + length) != 0) {
                length++;
            }
            byte[] word = new byte[length];
            message.get(word).get(); // and the zero after it
            return new String(word, UTF_8);
        }

        private static String rest(ByteBuffer message) {
            return UTF_8.decode(message).toString();
        }

        private static byte[] text(String text) {
            return (text + '\0').getBytes(UTF_8);
        }

        private static byte[] number(int number) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
        }

        private static byte[] small(int number) {
            return ByteBuffer.allocate(Short.BYTES).putShort((short) number).array();
        }
    }
}
