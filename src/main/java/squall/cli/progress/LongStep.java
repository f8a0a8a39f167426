package squall.cli.progress;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import squall.system.HumanNumbers;

/**
 * Step that is usually short: after two seconds it shows its current activity and its duration, on a terminal every second, elsewhere every
 * ten seconds. Until it ends nothing else may use the console.
 */
public final class LongStep {
    private static final int SILENT_SECONDS = 2;
    private static final int PLAIN_SECONDS = 10;

    private final ProgressConsole console;
    private final Supplier<String> what;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    /** @param what the current activity; called from a thread of this step */
    LongStep(ProgressConsole console, Supplier<String> what) {
        this.console = console;
        this.what = what;
        this.thread = Thread.ofPlatform().daemon().name("long-step").unstarted(this::run);
    }

    LongStep begun() {
        thread.start();
        return this;
    }

    /** Ends the step and clears the live line. */
    public void end() throws InterruptedException {
        ended.countDown();
        thread.join();
        if (console.mode() == ProgressMode.TTY) {
            console.draw(List.of());
        }
    }

    private void run() {
        try {
            for (int second = 1; !ended.await(1, TimeUnit.SECONDS); second++) {
                passed(second);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only the end of the process interrupts it
        }
    }

    /** Shows the activity after this many seconds, if it is due. */
    void passed(int seconds) {
        if (seconds < SILENT_SECONDS) {
            return;
        }
        String line = what.get() + ", " + HumanNumbers.length(Duration.ofSeconds(seconds));
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
