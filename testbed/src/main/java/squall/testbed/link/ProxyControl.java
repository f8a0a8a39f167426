package squall.testbed.link;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;

/**
 * Accepts commands for a {@link LinkRegistry} on a separate port, one line per connection:
 *
 * <pre>
 *   SECRET disturb FROM TO MILLISECONDS TROUBLE    SECRET mend FROM TO    SECRET trouble FROM TO
 * </pre>
 *
 * answered by {@code ok}, {@code ok TROUBLE} or {@code no REASON}.
 */
final class ProxyControl implements Closeable {
    private static final int LONGEST_ORDER_MS = 2_000;
    private static final int BACKLOG = 16;

    private final LinkRegistry board;
    private final String secret;
    private final ServerSocket listener;

    ProxyControl(ProxyWiring wiring, LinkRegistry board) throws IOException {
        this.board = board;
        this.secret = wiring.secret();
        this.listener = new ServerSocket(wiring.control(), BACKLOG, InetAddress.getLoopbackAddress());
    }

    /** Takes orders until {@link #close}. */
    void run() throws InterruptedException {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                socket.setSoTimeout(LONGEST_ORDER_MS);
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                String answer = answer(Optional.ofNullable(in.readLine()).orElse(""));
                socket.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    System.err.println("cannot parse an order: " + e.getMessage());
                }
            }
        }
    }

    private String answer(String order) throws InterruptedException {
        String[] words = order.split(" ", 6);
        if (words.length < 4 || !words[0].equals(secret)) {
            return "no this is not an order";
        }
        Link link = new Link(words[2], words[3]);
        try {
            return switch (words[1] + "/" + words.length) {
                case "disturb/6" -> {
                    board.disturb(link, LinkOrderFormat.read(words[5]), Duration.ofMillis(Long.parseLong(words[4])));
                    yield "ok";
                }
                case "mend/4" -> {
                    board.restoreLink(link);
                    yield "ok";
                }
                case "trouble/4" ->
                    "ok" + board.impairment(link).map(ProxyControl::told).orElse("");
                default -> "no this is not an order";
            };
        } catch (IllegalArgumentException e) {
            return "no " + e.getMessage();
        }
    }

    private static String told(Impairment impairment) {
        return " " + LinkOrderFormat.written(impairment);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
