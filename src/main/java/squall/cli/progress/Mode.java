package squall.cli.progress;

import squall.cli.Screen;

/** In what form progress is shown ({@code --progress}). */
public enum Mode {
    /** {@link #TTY} where somebody watches, else {@link #PLAIN}. */
    AUTO,
    /** A few lines that are drawn again each second. */
    TTY,
    /** A line every ten seconds. */
    PLAIN,
    /** A JSON object a line, every second. */
    JSON,
    /** Nothing but the verdict. */
    NONE;

    Mode on(Screen screen) {
        return this != AUTO ? this : screen.live() ? TTY : PLAIN;
    }
}
