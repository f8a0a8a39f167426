package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import squall.cli.ExitCode;
import squall.host.InvalidFileException;
import squall.results.RecordedRun;
import squall.results.RunState;
import squall.scenario.Choice;

/**
 * Tells how a recorded run ended; where its process was killed before it could say so, judges its data.
 *
 * @param cluster in place of the one that the run says it was on
 */
record CheckOrder(Path directory, Optional<Choice> cluster, Consumer<String> out) {
    private static final String EXIT_CODE = "exit_code";

    /** @return how the run itself ended, or what its data look like now; {@link ExitCode#INVALID} while it goes on */
    ExitCode execute() throws IOException, InterruptedException {
        RecordedRun run = RecordedRun.read(directory);
        if (run.manifest().has(EXIT_CODE)) {
            return ended(run.manifest().path(EXIT_CODE).asInt());
        }
        if (run.state() == RunState.RUNNING) {
            out.accept(directory + " is running");
            return ExitCode.INVALID;
        }
        out.accept(directory + " was cut off: its process is gone; the figures end where it did");
        return new Inquest(run, cluster, out).hold();
    }

    private ExitCode ended(int code) throws IOException {
        ExitCode ended = ExitCode.of(code);
        if (ended.code() != code) {
            throw new InvalidFileException(
                    directory.resolve("manifest.json") + ": exit_code " + code + " is none of squall's");
        }
        out.accept(directory + " ended with " + ended.code() + ": " + ended.meaning());
        return ended;
    }
}
