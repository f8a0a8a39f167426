package squall.testbed.net;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.cli.Signals;
import squall.host.Program;
import squall.host.Program.Finished;
import squall.host.SearchPath;

/**
 * Where an ordinary user is root of networks: a namespace of its own of users, networks, mounts and processes, which ends with the
 * command that was started in it, and everything in it with it.
 *
 * @param home the state folder in there; nobody else may use it, because process numbers mean others in there
 */
public record OwnNetworks(Path home) {
    private static final List<String> ENTER =
            List.of("unshare", "-Urnm", "--fork", "--pid", "--mount-proc", "--kill-child", "sh", "-c");

    /** Of {@code ip netns}, which keeps names in /run. */
    private static final String READY = "mount -t tmpfs tmpfs /run && ip link set lo up";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /**
     * Runs it to its end; it has this process' streams. Ctrl-C reaches it by the terminal; of a polite kill it is told.
     *
     * @return its exit code
     * @throws IOException with the remedy, if the kernel lets nobody have networks of their own
     */
    public int run(List<String> command) throws IOException, InterruptedException {
        Finished attempt = new Program(entering(READY), Path.of("/"), LIMIT).run();
        if (!attempt.ok()) {
            throw new IOException("there can be no networks of your own here: '" + attempt.line() + "' said "
                    + attempt.output() + "; let your system allow user namespaces"
                    + " (kernel.apparmor_restrict_unprivileged_userns, kernel.unprivileged_userns_clone), or use"
                    + " links=true of postgres-ha, for which anybody has the rights");
        }
        var builder = new ProcessBuilder(Stream.concat(entering(READY + " && exec \"$@\"").stream(), command.stream())
                .toList());
        builder.inheritIO().environment().put("SQUALL_HOME", home.toString());
        builder.environment().put("PATH", SearchPath.here().text());
        Process process = builder.start();
        Consumer<String> passed = signal -> pass(signal, process);
        Signals signals = Signals.install(passed, passed);
        try {
            return process.waitFor();
        } finally {
            signals.close();
        }
    }

    private static List<String> entering(String script) {
        return Stream.concat(ENTER.stream(), Stream.of(script, "sh")).toList();
    }

    /** To the command itself: the program that waits for it takes no signals. */
    private static void pass(String signal, Process process) {
        if (!signal.equals("SIGINT")) {
            process.children().forEach(ProcessHandle::destroy);
        }
    }
}
