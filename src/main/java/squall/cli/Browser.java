package squall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import squall.system.CommandException;
import squall.system.ExitCode;

/** The user's browser, as the desktop starts it. */
public final class Browser {
    private Browser() {}

    /** Shows a file and does not wait. @throws CommandException if this machine has nothing that opens files */
    public static void show(Path file) throws CommandException {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        String opener = mac ? "open" : "xdg-open";
        try {
            new ProcessBuilder(opener, file.toAbsolutePath().toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "cannot open " + file + ": " + opener + " is not installed; open it manually",
                    e);
        }
    }
}
