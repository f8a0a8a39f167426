package squall.cli.progress;

import squall.system.OutputScreen;

/** In what form progress is shown ({@code --progress}). */
public enum ProgressMode {
    /** {@link #TTY} on a terminal, else {@link #PLAIN}. */
    AUTO,
    /** A few lines that are drawn again each second. */
    TTY,
    /** A line every ten seconds. */
    PLAIN,
    /** A JSON object a line, every second. */
    JSON,
    /** Nothing but the verdict. */
    NONE;

    ProgressMode on(OutputScreen screen) {
        return this != AUTO ? this : screen.live() ? TTY : PLAIN;
    }
}
