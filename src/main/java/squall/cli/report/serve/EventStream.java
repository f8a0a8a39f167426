package squall.cli.report.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Server-sent events to one browser. One thread. */
record EventStream(OutputStream out) {
    static final String TYPE = "text/event-stream; charset=utf-8";

    /** @throws IOException if the browser is gone */
    void send(String event, String data) throws IOException {
        write("event: " + event + "\ndata: " + data + "\n\n");
    }

    /** Nothing but a sign of life. @throws IOException if the browser is gone */
    void keepAlive() throws IOException {
        write(":\n\n");
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
