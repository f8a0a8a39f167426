package squall.cli.report.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import squall.results.file.RunState;

/** Event streams that notify browsers of new data. Each stream has the thread of its request; it ends when the browser is gone. */
final class LiveStreams {
    /** Maximum number of streams; each costs a thread and a check of some files every second. */
    static final int MOST = 64;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int KEEP_ALIVE = 5;

    private final ResultsFolder folder;
    private final RunPages pages;
    private final Semaphore places = new Semaphore(MOST);

    LiveStreams(ResultsFolder folder, RunPages pages) {
        this.folder = folder;
        this.pages = pages;
    }

    /** Reserves a place for one more stream, which {@link #close} releases. @return false if there is none */
    boolean open() {
        return places.tryAcquire();
    }

    void close() {
        places.release();
    }

    /** Sends the version of the list, now and whenever it changes. */
    void list(EventStream stream) throws IOException, InterruptedException {
        long told = -1;
        for (int second = 0; ; second++) {
            long version = folder.listing().version();
            if (version != told) {
                stream.send("list", Long.toString(version));
                told = version;
            } else if (second % KEEP_ALIVE == 0) {
                stream.keepAlive();
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Sends {@code changed} whenever the run wrote something, then {@code ended} when it has ended or its process is gone. */
    void run(Path directory, EventStream stream) throws IOException, InterruptedException {
        String told = "";
        for (int second = 0; RunPages.state(directory) == RunState.RUNNING; second++) {
            String stamp = pages.available(directory);
            if (!stamp.equals(told)) {
                stream.send("changed", Integer.toString(second));
                told = stamp;
            } else if (second % KEEP_ALIVE == 0) {
                stream.keepAlive();
            }
            Thread.sleep(PAUSE);
        }
        stream.send("ended", "");
    }

    /** Server-sent events to one browser. Used by one thread. */
    record EventStream(OutputStream out) {
        static final String TYPE = "text/event-stream; charset=utf-8";

        /** @throws IOException if the browser is gone */
        void send(String event, String data) throws IOException {
            write("event: " + event + "\ndata: " + data + "\n\n");
        }

        /** Sends a comment, which shows whether the browser is still there. @throws IOException if the browser is gone */
        void keepAlive() throws IOException {
            write(":\n\n");
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
