package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.process.DetachedProcess;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.ha.MemberConnection;
import squall.testbed.host.FolderProcesses;
import squall.testbed.host.LocalPort;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnfreezeTimer;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.patroni.PatroniGroup.PatroniMember;
import squall.testbed.postgres.Postmaster;

/** One node: its folder and the processes that live and die together. */
record PatroniNode(
        PatroniMember patroniMember,
        PatroniNodeFolder folder,
        RunAs runAs,
        String password,
        Optional<NetworkNamespaces> namespaces) {
    String name() {
        return patroniMember.name();
    }

    NodeDaemon patroni() {
        return new NodeDaemon("patroni", folder, folder.settings());
    }

    NodeDaemon etcd() {
        return new NodeDaemon("etcd", folder, folder.votes());
    }

    Optional<Postmaster> postmaster() throws IOException, InterruptedException {
        return Postmaster.running(folder.data());
    }

    State state() throws IOException, InterruptedException {
        List<ProcessTree> trees = trees();
        if (trees.isEmpty()) {
            return State.DOWN;
        }
        for (ProcessTree tree : trees) {
            if (ProcessState.of(tree.root()) == ProcessState.STOPPED) {
                return State.PAUSED;
            }
        }
        return answers() ? State.UP : State.BUSY;
    }

    private boolean answers() {
        try {
            return MemberConnection.probing(patroniMember.member(), password)
                    .text("SELECT 1")
                    .equals("1");
        } catch (IOException e) {
            return false; // not made yet, starting, stopping, or just gone: all of them no answer
        }
    }

    /** Patroni is frozen first: then it cannot start the server again. */
    private List<ProcessTree> trees() throws IOException, InterruptedException {
        var trees = new ArrayList<ProcessTree>();
        for (NodeDaemon daemon : List.of(patroni(), etcd())) {
            daemon.process().ifPresent(process -> trees.add(process.tree()));
        }
        postmaster().ifPresent(server -> trees.add(new ProcessTree(server.pid())));
        return trees;
    }

    /** Starts what does not run; answers whether that was anything. The server itself is Patroni's to start. */
    boolean start(PatroniSettings settings) throws IOException, InterruptedException {
        Path programs = settings.programs().postgres();
        boolean voting = !etcd().runs();
        if (voting) {
            requireFree(patroniMember.etcd());
            requireFree(patroniMember.vote());
            etcd().start(placed(etcd().command(settings.etcd(patroniMember, folder), programs)));
        }
        boolean keeping = !patroni().runs();
        if (keeping) {
            requireFree(patroniMember.rest());
            folder.write(settings.of(patroniMember, folder), runAs);
            patroni().start(placed(patroni().command(settings.patroni(folder), programs)));
        }
        return voting || keeping;
    }

    private void requireFree(int port) throws IOException {
        var address = new LocalPort(patroniMember.member().host(), port);
        if (namespaces.isEmpty() && !address.free()) { // in its own namespace no other process can listen
            throw new IOException(name() + ": " + address + " is already in use; stop that server");
        }
    }

    /** As the user, and in the network, that are the node's. */
    private List<String> placed(List<String> command) throws IOException {
        List<String> own = runAs.command(command);
        return namespaces.isPresent() ? namespaces.get().at(name(), own) : own;
    }

    /** @throws IOException if Patroni or etcd has ended by itself */
    void requireAlive() throws IOException, InterruptedException {
        for (NodeDaemon daemon : List.of(etcd(), patroni())) {
            if (!daemon.runs()) {
                throw new IOException(name() + ": " + daemon.name() + " has ended: " + daemon.lastWords() + "; see "
                        + folder.output(daemon.name()));
            }
        }
    }

    /** A clean shutdown: Patroni stops its server and gives up its role, which needs votes; then its own vote ends. */
    void stop() throws IOException, InterruptedException {
        resume(); // a frozen process does not handle signals
        patroni().end();
        etcd().end();
        unfreezeTimer().disarm();
    }

    /** Kills every process of the node, a server too whose Patroni is dead already; on return none can write. */
    void kill() throws IOException, InterruptedException {
        for (ProcessTree tree : trees()) {
            tree.kill();
        }
        if (Files.exists(folder.data())) {
            new FolderProcesses(folder.data()).kill();
        }
        unfreezeTimer().disarm();
    }

    void pause(Duration atMost) throws IOException, InterruptedException {
        List<ProcessTree> trees = trees();
        if (trees.isEmpty()) {
            throw new IOException(name() + " is not running, so it cannot be paused");
        }
        unfreezeTimer().arm(pids(), atMost);
        for (ProcessTree tree : trees) {
            tree.freeze();
        }
        unfreezeTimer().arm(pids(), atMost); // again, for children born in between
    }

    /** Of all processes alive. */
    List<Long> pids() throws IOException, InterruptedException {
        var pids = new ArrayList<Long>();
        for (ProcessTree tree : trees()) {
            pids.addAll(tree.pids());
        }
        return pids;
    }

    void resume() throws IOException, InterruptedException {
        for (ProcessTree tree : trees()) {
            tree.thaw();
        }
        unfreezeTimer().disarm();
    }

    private UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(folder.path());
    }

    @Override
    public String toString() {
        return "node " + patroniMember.name(); // not the password
    }

    /**
     * A program of a node that runs until it is stopped.
     *
     * @param name of the program, for messages and of its files
     * @param mark a path that occurs in its command line and in no other
     */
    record NodeDaemon(String name, PatroniNodeFolder folder, Path mark) {
        /** Patroni shuts its server down cleanly first, which writes dirty pages to disk. */
        private static final Duration END_LIMIT = Duration.ofMinutes(2);

        Optional<PidFileProcess> process() throws IOException, InterruptedException {
            return PidFileProcess.named(folder.pid(name), mark);
        }

        boolean runs() throws IOException, InterruptedException {
            return process().isPresent();
        }

        /** In a clean environment: both programs take settings from variables, too. @param programs folder of PostgreSQL's */
        List<String> command(List<String> words, Path programs) {
            var clean = Stream.of(
                    "env",
                    "-i",
                    "PATH=" + programs + ":/usr/bin:/bin",
                    "HOME=" + folder.home(),
                    "LC_ALL=C.UTF-8",
                    "ETCD_UNSUPPORTED_ARCH=arm64"); // etcd 3.4 refuses arm64 without it; other processors ignore it
            return Stream.concat(clean, words.stream()).toList();
        }

        /** @param command made by {@link #command} */
        void start(List<String> command) throws IOException, InterruptedException {
            new DetachedProcess(command, folder.path(), folder.output(name), folder.pid(name)).start();
        }

        /** Asks it to end, and waits until it has. */
        void end() throws IOException, InterruptedException {
            Optional<PidFileProcess> process = process();
            if (process.isPresent()) {
                long pid = process.get().pid();
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
                if (!PollDeadline.in(END_LIMIT).await(() -> ProcessState.of(pid).dead())) {
                    throw new IOException(name + " (process " + pid + ") did not end within " + END_LIMIT.toSeconds()
                            + " s of SIGTERM; see " + folder.output(name));
                }
            }
        }

        /** The last line it printed. */
        String lastWords() throws IOException {
            List<String> lines = Files.readString(folder.output(name)).lines().toList();
            return lines.isEmpty() ? "it printed nothing" : lines.getLast();
        }
    }
}
