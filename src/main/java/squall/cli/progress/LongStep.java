package squall.cli.progress;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import squall.cli.Figures;

/**
 * A step that is usually short: after two seconds it tells what it is busy with and for how long, on a terminal every second, elsewhere
 * every ten seconds. Until it is over nobody else may use the console.
 */
public final class LongStep {
    /** What is done meanwhile. */
    public interface Work<T> {
        T run() throws InterruptedException;
    }

    private static final int SILENT_SECONDS = 2;
    private static final int PLAIN_SECONDS = 10;

    private final Console console;
    private final Supplier<String> what;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /** @param what it is busy with; asked for by a thread of this step's own */
    LongStep(Console console, Supplier<String> what) {
        this.console = console;
        this.what = what;
        this.thread = Thread.ofPlatform().daemon().name("long-step").unstarted(this::run);
    }

    <T> T during(Work<T> work) throws InterruptedException {
        thread.start();
        try {
            return work.run();
        } finally {
            end();
        }
    }

    /** Takes the live line away. */
    private void end() throws InterruptedException {
        closed.countDown();
        thread.join();
        if (console.mode() == Mode.TTY) {
            console.draw(List.of());
        }
    }

    private void run() {
        try {
            for (int second = 1; !closed.await(1, TimeUnit.SECONDS); second++) {
                passed(second);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only the end of the process interrupts it
        }
    }

    /** So many seconds have passed. */
    void passed(int seconds) {
        if (seconds < SILENT_SECONDS) {
            return;
        }
        String line = what.get() + ", " + Figures.length(Duration.ofSeconds(seconds));
        switch (console.mode()) {
            case TTY -> console.draw(List.of(line));
            case PLAIN, JSON -> {
                if ((seconds - SILENT_SECONDS) % PLAIN_SECONDS == 0) {
                    console.say(line);
                }
            }
            case AUTO, NONE -> {}
        }
    }
}
