package squall.adversity.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import squall.cli.ExitCode;
import squall.results.RecordedRun;
import squall.results.RunState;

/** Tells how a recorded run ended. */
record CheckOrder(Path directory, Consumer<String> out) {
    /** @return how the run itself ended; {@link ExitCode#INVALID} if it did not come to its end */
    ExitCode execute() throws IOException {
        RecordedRun run = RecordedRun.read(directory);
        if (run.state() == RunState.ABORTED || run.state() == RunState.RUNNING) {
            out.accept(directory + " is " + run.state().label() + "; its journal was "
                    + run.manifest().path("journal").asText() + ", 'adversity heal --all' heals what it left");
            return ExitCode.INVALID;
        }
        int code = run.manifest().path("exit_code").asInt();
        ExitCode ended = Arrays.stream(ExitCode.values())
                .filter(known -> known.code() == code)
                .findFirst()
                .orElseThrow(() -> new IOException(directory + ": unknown exit code " + code));
        out.accept(directory + " ended with " + ended.code() + ": " + ended.meaning());
        return ended;
    }
}
