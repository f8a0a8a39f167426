package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.Signals;
import squall.cli.report.ReportCommand.ResultLocations;
import squall.cli.report.serve.ResultsServer;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;

/** {@code bin/report serve}: the runs of a folder in a browser, and a run while it is under way. */
@Command(
        name = "serve",
        description = {
            "Shows the runs of a folder in a browser: a list to search, compare and follow, and each run's report,"
                    + " live while it is under way.",
            "Only this machine reaches it unless --listen says otherwise. It reads and never writes. Ctrl-C ends it."
        },
        footer = "Exit codes: 130 after Ctrl-C, 143 after SIGTERM; 2 usage; 5 the folder or the port cannot be used.")
final class ServeCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;
    private static final int SHORTEST_TOKEN = 16;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "The folder that holds run directories (default: SQUALL_RESULTS, else ./results).")
    private @Nullable Path folder;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8090",
            description = "Serve on this port; 0: any free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--listen",
            paramLabel = "ADDR",
            defaultValue = "127.0.0.1",
            description =
                    "Serve on this address of this machine, 0.0.0.0: all (default: ${DEFAULT-VALUE}). One that other"
                            + " machines reach needs a token, which is made and printed unless --token-file has one. There"
                            + " is no TLS.")
    private String listen;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Ask every browser for the token in the first line of this file.")
    private @Nullable Path tokenFile;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    ServeCommand() {}

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        Path served = folder == null ? ResultLocations.ofProcess() : folder;
        requireFolder(served);
        if (port < 0 || port > HIGHEST_PORT) {
            throw CommandException.usage("--port must be from 0 to " + HIGHEST_PORT + ", not " + port);
        }
        Optional<String> stored = storedToken();
        Optional<String> made =
                stored.isPresent() || isLoopback() ? Optional.empty() : Optional.of(ResultsServer.freshToken());
        ResultsServer.ServedFolder place = new ResultsServer.ServedFolder(served, listen, port, stored.or(() -> made));
        CountDownLatch asked = new CountDownLatch(1);
        try (Signals signals = Signals.install(signal -> asked.countDown(), signal -> asked.countDown());
                ResultsServer server = ResultsServer.open(place)) {
            PrintWriter print = spec.commandLine().getOut();
            print.println("serving    " + served);
            print.println("open       " + server.address()
                    + made.map(ServeCommand::query).orElse(""));
            if (stored.isPresent()) { // a secret, which logs of this output must not have
                print.println("token      " + tokenFile + " has it; open the address with " + query("TOKEN"));
            }
            print.flush();
            asked.await();
            return signals.exitCode().orElse(ExitCode.OK).code();
        }
    }

    private static void requireFolder(Path served) throws CommandException {
        if (!Files.isDirectory(served)) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    served + (Files.exists(served) ? " is not a folder" : ": no such folder")
                            + "; name the folder that holds run directories");
        }
        if (!Files.isReadable(served)) {
            throw new CommandException(ExitCode.UNREACHABLE, served + ": permission denied");
        }
    }

    private static String query(String token) {
        return "?token=" + token;
    }

    private boolean isLoopback() throws CommandException {
        try {
            return InetAddress.getByName(listen).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw CommandException.usage(
                    "--listen: '" + listen + "' is no address of this machine; 0.0.0.0 means all of them", e);
        }
    }

    /** Reads the token of the user's file; empty if none was named. */
    private Optional<String> storedToken() throws CommandException, IOException {
        return tokenFile == null ? Optional.empty() : Optional.of(token(tokenFile));
    }

    private static String token(Path file) throws CommandException, IOException {
        String token = InputFile.text(file).lines().findFirst().orElse("").strip();
        if (!token.matches("[A-Za-z0-9._~-]{" + SHORTEST_TOKEN + ",}")) {
            throw CommandException.usage(file + ": the first line must be a token of at least " + SHORTEST_TOKEN
                    + " letters, digits, '.', '_', '~' and '-'");
        }
        return token;
    }
}
