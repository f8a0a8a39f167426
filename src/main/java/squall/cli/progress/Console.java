package squall.cli.progress;

import java.io.PrintStream;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import squall.cli.Screen;
import squall.cli.Secrets;
import squall.run.Plan;

/**
 * Where progress goes, and in what form: standard error, never standard output.
 *
 * <p>Used by one thread at a time: the command's own before and after a run, the run's listener thread in between, a {@link LongStep} while it lasts.
 */
public final class Console {
    private final PrintStream err;
    private final Screen screen;
    private final Mode mode;
    private List<String> drawn = List.of();

    /** @param mode {@link Mode#NONE} for {@code --quiet} */
    public Console(PrintStream err, Screen screen, Mode mode) {
        this.err = err;
        this.screen = screen;
        this.mode = mode.on(screen);
    }

    /**
     * Says that something slow begins that is no run: starting a server, making tables.
     *
     * @param nanoTime a clock for telling how long it took, {@code System::nanoTime}
     */
    public Stage stage(String what, LongSupplier nanoTime) {
        return new Stage(this, what, nanoTime);
    }

    /** Works, and tells of it only if it takes long, such as a look at the data. @param what it is busy with; asked from another thread */
    public <T> T longStep(Supplier<String> what, LongStep.Work<T> work) throws InterruptedException {
        return new LongStep(this, what).during(work);
    }

    /** Shows a run while it goes on. @param heading one line: what runs where */
    public Progress progress(String heading, Plan plan) {
        return new Progress(this, heading, plan);
    }

    /** One line that stays; above the live lines if there are any. Secrets are taken out. */
    public void say(String line) {
        List<String> live = drawn;
        draw(List.of());
        switch (mode) {
            case NONE -> {}
            case JSON -> err.println(JsonLine.of("message", Secrets.mask(line)));
            case AUTO, TTY, PLAIN -> err.println(Secrets.mask(line));
        }
        draw(live);
    }

    /**
     * Prints a line of the result while a run goes on: on a terminal both streams are one screen, so the live lines make room.
     *
     * @param out not the stream of this console
     */
    public void beside(PrintStream out, String line) {
        List<String> live = drawn;
        draw(List.of());
        out.println(line);
        out.flush();
        draw(live);
    }

    Mode mode() {
        return mode;
    }

    /** What the stream that progress goes to can show. */
    public Screen screen() {
        return screen;
    }

    /** One line as it is. */
    void print(String line) {
        err.println(line);
        err.flush();
    }

    /** Text without an end of line, which later text follows or replaces. */
    void begin(String text) {
        err.print(text);
        err.flush();
    }

    /** Replaces the live lines; none at all takes them away. */
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
}
