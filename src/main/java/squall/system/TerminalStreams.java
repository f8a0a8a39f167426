package squall.system;

import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Pair of the output streams of this process, as the launcher found them.
 *
 * <p>Java itself cannot tell: {@code System.console()} is null as soon as either standard input or output is redirected. So the launcher
 * passes {@code -Dsquall.tty.out} and {@code -Dsquall.tty.err}; without them both count as redirected.
 */
public record TerminalStreams(OutputScreen out, OutputScreen err) {
    private static final int DEFAULT_COLUMNS = 80;

    /** Value of {@code --color}. */
    public enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** Returns the streams of this process. @param color the option of the command line */
    public static TerminalStreams here(Color color) {
        return of(System.getProperties(), System.getenv(), color);
    }

    /**
     * Returns the streams from properties and variables. Honours COLUMNS, TERM=dumb, NO_COLOR and CLICOLOR_FORCE; {@code color} wins over
     * all of them.
     */
    public static TerminalStreams of(Properties properties, Map<String, String> environment, Color color) {
        return new TerminalStreams(
                screen(properties, "out", environment, color), screen(properties, "err", environment, color));
    }

    private static OutputScreen screen(
            Properties properties, String stream, Map<String, String> environment, Color color) {
        boolean terminal = Boolean.parseBoolean(properties.getProperty("squall.tty." + stream));
        boolean live = terminal && !"dumb".equals(environment.get("TERM"));
        return new OutputScreen(
                live,
                colored(live, environment, color),
                unicode(properties, stream),
                columns(environment.get("COLUMNS"), live));
    }

    private static boolean colored(boolean live, Map<String, String> environment, Color color) {
        return switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> {
                if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
                    yield false;
                }
                yield live || !environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0");
            }
        };
    }

    /**
     * Returns whether Java writes the stream in UTF-8; where it is redirected, only the locale's charset is known, and Java
     * uses that.
     */
    private static boolean unicode(Properties properties, String stream) {
        String locale = properties.getProperty("native.encoding", "");
        return properties.getProperty("std" + stream + ".encoding", locale).equalsIgnoreCase("UTF-8");
    }

    /** Returns the width of a window, or the default if it is unknown; the maximum for a file or a pipe. */
    private static int columns(@Nullable String columns, boolean live) {
        if (columns == null || !columns.matches("[1-9]\\d{0,5}")) {
            return live ? DEFAULT_COLUMNS : OutputScreen.WIDEST;
        }
        return OutputScreen.within(Integer.parseInt(columns));
    }
}
