package squall.testbed.link;

import java.io.IOException;
import java.nio.file.Path;
import squall.system.ExitCode;

/** The proxy process: it outlives the process that injects link faults, and removes faults at their deadline. */
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
        ProxyWiring wiring = ProxyWiring.read(file).orElseThrow(() -> new IOException("there is no " + file));
        try (LinkRegistry board = new LinkRegistry(wiring);
                ProxyControl control = new ProxyControl(wiring, board)) {
            Thread orders = new Thread(() -> take(control), "orders");
            orders.setDaemon(true);
            orders.start();
            System.out.println("relaying " + wiring.routes().size() + " routes");
            board.run();
        }
    }

    private static void take(ProxyControl control) {
        try {
            control.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the process ends
        }
    }
}
