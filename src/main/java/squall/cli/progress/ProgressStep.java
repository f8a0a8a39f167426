package squall.cli.progress;

import java.time.Duration;
import java.util.function.LongSupplier;
import squall.system.HumanNumbers;

/**
 * A slow step in progress: shown when it starts, with its duration when it is done.
 *
 * <p>Closing a step that is not {@link #done} leaves its line as it is, for the error message that follows.
 */
public final class ProgressStep implements AutoCloseable {
    private final ProgressConsole console;
    private final String what;
    private final LongSupplier nanoTime;
    private final long beganNs;
    private boolean over;

    ProgressStep(ProgressConsole console, String what, LongSupplier nanoTime) {
        this.console = console;
        this.what = what;
        this.nanoTime = nanoTime;
        this.beganNs = nanoTime.getAsLong();
        String begun = what + console.screen().ellipsis();
        switch (console.mode()) {
            case TTY -> console.begin(begun);
            case AUTO, PLAIN, JSON -> console.say(begun);
            case NONE -> {}
        }
    }

    /** @param how what came of it, a few words; may be empty */
    public void done(String how) {
        over = true;
        String took = HumanNumbers.length(Duration.ofNanos(nanoTime.getAsLong() - beganNs));
        String line = what + ": " + (how.isEmpty() ? "" : how + ", ") + took;
        switch (console.mode()) {
            case TTY -> console.print("\r\033[2K" + line);
            case AUTO, PLAIN, JSON -> console.say(line);
            case NONE -> {}
        }
    }

    @Override
    public void close() {
        if (!over && console.mode() == ProgressMode.TTY) {
            console.print("");
        }
        over = true;
    }
}
