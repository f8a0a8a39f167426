package squall.testbed.link;

import java.io.IOException;
import java.nio.file.Path;
import squall.cli.ExitCode;

/** The proxy as a process of its own: it outlives whoever disturbs links, and mends them when their time is over. */
public final class ProxyCommand {
    private ProxyCommand() {}

    /** @param args the file of the wiring */
    public static void main(String[] args) {
        try {
            relay(Path.of(args[0]));
        } catch (IOException e) {
            System.err.println("ended: " + e.getMessage());
            System.exit(ExitCode.UNREACHABLE.code());
        }
    }

    private static void relay(Path file) throws IOException {
        Wiring wiring = Wiring.read(file).orElseThrow(() -> new IOException("there is no " + file));
        try (Switchboard board = new Switchboard(wiring);
                Control control = new Control(wiring, board)) {
            Thread orders = new Thread(() -> take(control), "orders");
            orders.setDaemon(true);
            orders.start();
            System.out.println("relaying " + wiring.routes().size() + " routes");
            board.run();
        }
    }

    private static void take(Control control) {
        try {
            control.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the process ends
        }
    }
}
