package squall.testbed.net;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.cli.Signals;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.SearchPath;

/**
 * Environment in which an ordinary user is root of networks: separate namespaces of users, networks, mounts and processes, which end, with
 * all processes in them, with the command that was started.
 *
 * @param home the state folder inside; no process outside may use it, because process ids differ inside
 */
public record RootlessNetworks(Path home) {
    private static final List<String> ENTER =
            List.of("unshare", "-Urnm", "--fork", "--pid", "--mount-proc", "--kill-child", "sh", "-c");

    /** Preparation for {@code ip netns}, which keeps names in /run. */
    private static final String READY = "mount -t tmpfs tmpfs /run && ip link set lo up";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /**
     * Runs a command until it ends, with this process's streams. Ctrl-C reaches it through the terminal; SIGTERM is forwarded.
     *
     * @return its exit code
     * @throws IOException with the remedy, if the kernel does not allow unprivileged users to create networks
     */
    public int run(List<String> command) throws IOException, InterruptedException {
        Finished attempt = new ExternalProgram(entering(READY), Path.of("/"), LIMIT).run();
        if (!attempt.ok()) {
            throw new IOException(
                    "this machine does not allow unprivileged network namespaces: '" + attempt.line() + "' printed: "
                            + attempt.text() + "; allow user namespaces on your system"
                            + " (kernel.apparmor_restrict_unprivileged_userns, kernel.unprivileged_userns_clone), or use"
                            + " links=true of postgres-ha, which needs no privileges");
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

    /** Forwards a signal to the command itself: the program that waits for it accepts none. */
    private static void pass(String signal, Process process) {
        if (!signal.equals("SIGINT")) {
            process.children().forEach(ProcessHandle::destroy);
        }
    }
}
