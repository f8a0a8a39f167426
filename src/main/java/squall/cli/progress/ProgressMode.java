package squall.cli.progress;

import squall.system.OutputScreen;

/** Form of progress ({@code --progress}). */
public enum ProgressMode {
    /** Terminal form on a terminal, else plain lines. */
    AUTO,
    /** Live lines that are redrawn each second. */
    TTY,
    /** Line every ten seconds. */
    PLAIN,
    /** JSON object a line, every second. */
    JSON,
    /** Verdict only. */
    NONE;

    ProgressMode on(OutputScreen screen) {
        return this != AUTO ? this : screen.live() ? TTY : PLAIN;
    }
}
