package squall.adversity.junit;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.adversity.cli.AdversityCommand;
import squall.cli.CommandEnvironment;

/** Command that was executed in this JVM, with what it printed. */
record PrintedCommand(int code, String printed) {
    /** Executes {@code bin/adversity} in a folder. */
    static PrintedCommand adversity(Path folder, String... words) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int code = AdversityCommand.execute(
                List.of(words),
                new CommandEnvironment(
                        InputStream.nullInputStream(), stream, stream, System.getenv(), Optional.empty(), folder));
        return new PrintedCommand(code, printed.toString(StandardCharsets.UTF_8));
    }
}
