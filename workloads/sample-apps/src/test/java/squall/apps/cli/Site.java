package squall.apps.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;
import squall.fixture.TestPostgres;

/** Fixture of a real server of its own, and the command run on it within this process. */
final class Site extends TestPostgres {
    Site() throws IOException, InterruptedException {
        super("apps");
    }

    /** Runs the command on this server with these words, split at blanks. */
    Ended run(String line) {
        return run(line, new ByteArrayOutputStream());
    }

    /** Runs the command as above, with a stream of the caller's for standard error. */
    Ended run(String line, OutputStream err) {
        return run(
                folder(),
                line + " --url " + target().url() + " --username " + target().user() + " --password "
                        + target().password(),
                err);
    }

    static Ended run(Path folder, String line) {
        return run(folder, line, new ByteArrayOutputStream());
    }

    private static Ended run(Path folder, String line, OutputStream err) {
        return new TestCommand(SampleAppsCommand::execute, Optional.empty(), folder)
                .run(List.of((line.stripTrailing() + " --progress=plain").split(" ")), Streams.err(err));
    }
}
