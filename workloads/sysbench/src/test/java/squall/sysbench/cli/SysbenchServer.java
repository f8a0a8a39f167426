package squall.sysbench.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;
import squall.fixture.TestPostgres;
import squall.sysbench.kv.cli.KvCommand;

/** Fixture of a real server of its own, and the commands run on it within this process. */
public final class SysbenchServer extends TestPostgres {
    public SysbenchServer(String name) throws IOException, InterruptedException {
        super(name);
    }

    /** Runs {@code bin/sysbench} on this server with these words, split at blanks. */
    public Ended sysbench(String line) {
        return sysbench(line, Streams.closed());
    }

    /** Runs {@code bin/sysbench} as above, with a stream of the caller's for the output. */
    Ended sysbench(String line, OutputStream out) {
        return sysbench(line, Streams.out(out));
    }

    private Ended sysbench(String line, Streams streams) {
        return run(
                folder(),
                true,
                line + " --url=" + target().url() + " --pgsql-user=" + target().user() + " --pgsql-password="
                        + target().password(),
                streams);
    }

    /** Runs {@code bin/kv} in the same way. */
    public Ended kv(String line) {
        return kv(line, Streams.closed());
    }

    /** Runs {@code bin/kv} as above, with a stream of the caller's for standard error. */
    public Ended kv(String line, OutputStream err) {
        return kv(line, Streams.err(err));
    }

    private Ended kv(String line, Streams streams) {
        return run(
                folder(),
                false,
                line + " --url=" + target().url() + " --user=" + target().user() + " --password=" + target().password(),
                streams);
    }

    public static Ended run(Path folder, boolean sysbench, String line) {
        return run(folder, sysbench, line, Streams.closed());
    }

    private static Ended run(Path folder, boolean sysbench, String line, Streams streams) {
        return new TestCommand(
                        sysbench ? SysbenchCommand::execute : KvCommand::execute, Optional.of(Path.of("../..")), folder)
                .run(List.of((line.stripTrailing() + " --progress=plain").split(" ")), streams);
    }
}
