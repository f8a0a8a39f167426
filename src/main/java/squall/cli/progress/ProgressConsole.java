package squall.cli.progress;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import squall.engine.schedule.LoadPlan;
import squall.results.file.CanonicalJson;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.system.SecretMasking;

/**
 * Console for progress in one of its forms: standard error, never standard output.
 *
 * <p>Used by one thread at a time: the command's own before and after a run, the run's listener thread in between, a {@link LongStep} while
 * it is open.
 */
public final class ProgressConsole {
    private final PrintStream err;
    private final OutputScreen screen;
    private final ProgressMode asked;
    private final ProgressMode mode;
    private final boolean verbose;

    /** False where another output has lines of figures. */
    private final boolean figures;

    private List<String> drawn = List.of();

    /** @param mode {@link ProgressMode#NONE} for {@code --quiet} */
    public ProgressConsole(PrintStream err, OutputScreen screen, ProgressMode mode) {
        this(err, screen, mode, false);
    }

    /** @param verbose whether a run under a scenario is shown in every detail */
    public ProgressConsole(PrintStream err, OutputScreen screen, ProgressMode mode, boolean verbose) {
        this(err, screen, mode, verbose, true);
    }

    private ProgressConsole(PrintStream err, OutputScreen screen, ProgressMode mode, boolean verbose, boolean figures) {
        this.err = err;
        this.screen = screen;
        this.asked = mode;
        this.mode = mode.on(screen);
        this.verbose = verbose;
        this.figures = figures;
    }

    /** Creates a console for a command with status lines of its own: it prints all but further lines of figures. */
    public static ProgressConsole withStatusLines(PrintStream err, OutputScreen screen) {
        return new ProgressConsole(err, screen, ProgressMode.PLAIN, false, false);
    }

    /**
     * Announces the start of a slow step other than a run: starting a server, creating tables.
     *
     * @param nanoTime a clock to measure its duration, {@code System::nanoTime}
     */
    public ProgressStep stage(String what, LongSupplier nanoTime) {
        return new ProgressStep(this, what, nanoTime);
    }

    /**
     * Starts a step that is shown only if it takes long, such as a data check. @param what the current activity; called from another thread
     */
    public LongStep longStep(Supplier<String> what) {
        return new LongStep(this, what).begun();
    }

    /** Shows the progress of a run. @param heading one line: load and database */
    public ProgressDisplay progress(String heading, LoadPlan plan) {
        return new ProgressDisplay(this, heading, plan, Optional.empty());
    }

    /** Shows a scenario run: one line per phase, or every detail in verbose mode. @param heading one line: load and cluster */
    public ProgressDisplay phases(String heading, LoadPlan plan) {
        return new ProgressDisplay(this, heading, plan, verbose ? Optional.empty() : Optional.of(new PhaseLines()));
    }

    public boolean verbose() {
        return verbose;
    }

    /** Returns whether plain lines of figures are printed. @param phases whether phases have lines: then only on request */
    boolean showsFigures(boolean phases) {
        return figures && (!phases || asked == ProgressMode.PLAIN);
    }

    /** Prints one line that stays; above the live lines if there are any. Secrets are masked. */
    public void say(String line) {
        List<String> live = drawn;
        draw(List.of());
        switch (mode) {
            case NONE -> {}
            case JSON -> err.println(CanonicalJson.line(Map.of("message", SecretMasking.mask(line))));
            case AUTO, TTY, PLAIN -> err.println(SecretMasking.mask(line));
        }
        draw(live);
    }

    /** Prints one line in every mode, including {@link ProgressMode#NONE}: the verdict, and why a command does not end with 0. */
    public void tell(String line) {
        if (silent()) {
            err.println(SecretMasking.mask(line));
            err.flush();
        } else {
            say(line);
        }
    }

    /** Returns whether only the lines of {@link #tell} are printed. */
    public boolean silent() {
        return mode == ProgressMode.NONE;
    }

    /**
     * Prints a line of the result during a run: on a terminal both streams share one screen, so the live lines are moved.
     *
     * @param out not the stream of this console
     */
    public void printResult(PrintStream out, String line) {
        List<String> live = drawn;
        draw(List.of());
        out.println(line);
        out.flush();
        draw(live);
    }

    ProgressMode mode() {
        return mode;
    }

    /** Returns what the stream for progress can show. */
    public OutputScreen screen() {
        return screen;
    }

    /** Prints one line, unchanged. */
    void print(String line) {
        err.println(line);
        err.flush();
    }

    /** Prints text without an end of line, which later text follows or replaces. */
    void begin(String text) {
        err.print(text);
        err.flush();
    }

    /** Replaces the live lines; an empty list clears them. */
    void draw(List<String> lines) {
        StringBuilder text = new StringBuilder();
        if (!drawn.isEmpty()) {
            text.append("\033[").append(drawn.size()).append("A\r\033[J"); // up, and clear to the end of the screen
        }
        lines.forEach(line -> text.append(screen.fit(line)).append('\n'));
        err.print(text);
        err.flush();
        drawn = List.copyOf(lines);
    }

    /**
     * Slow step in progress: shown when it starts, with its duration when it is done.
     *
     * <p>Closing a step that is not {@link #done} leaves its line as it is, for the error message that follows.
     */
    public static final class ProgressStep implements AutoCloseable {
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

        /** @param how its result, a few words; may be empty */
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
}
