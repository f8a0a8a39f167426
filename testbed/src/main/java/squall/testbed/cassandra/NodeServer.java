package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.PollDeadline.Condition;
import squall.system.process.DetachedProcess;
import squall.system.process.ExternalProgram;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;
import squall.testbed.cassandra.layout.CassandraNodeFolder;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.host.CpuAffinity;
import squall.testbed.host.LocalPort;
import squall.testbed.host.ProcessClock;
import squall.testbed.host.ServerPriority;
import squall.testbed.host.UnfreezeTimer;
import squall.testbed.net.NetworkNamespaces;

/** The process of one node. @param namespaces if it has its own network namespace */
record NodeServer(
        NodeAddress nodeAddress, CassandraNodeFolder folder, JmxClient jmx, Optional<NetworkNamespaces> namespaces) {
    private static final Duration GONE_LIMIT = Duration.ofSeconds(90);

    /** Empty if the node does not run. */
    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(folder.pidFile(), folder.arguments());
    }

    State state() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isEmpty()) {
            return State.DOWN;
        }
        if (ProcessState.of(process.get().pid()) == ProcessState.STOPPED) {
            return State.PAUSED;
        }
        return nodeAddress.linkControl().clients().accepts() ? State.UP : State.BUSY;
    }

    NodeStatus status() throws IOException, InterruptedException {
        State found = state();
        long pid = process().map(PidFileProcess::pid).orElse(0L);
        long memory = pid == 0 ? 0 : ResidentMemory.of(pid);
        if (found != State.UP) {
            return new NodeStatus(nodeAddress.node(), found, "", pid, memory, Map.of());
        }
        try {
            return new NodeStatus(nodeAddress.node(), found, jmx.mode(), pid, memory, jmx.peers());
        } catch (IOException e) { // reported as its mode, because the other nodes must be reported too
            return new NodeStatus(nodeAddress.node(), found, String.valueOf(e.getMessage()), pid, memory, Map.of());
        }
    }

    /** Holds from the next start on. */
    void choose(String version) throws IOException {
        FileTrees.make(folder.path(), "rwx------");
        folder.version().give(version);
    }

    /** Starts a node that is down; whether it comes up is to be waited for. */
    void start(NodeFiles files) throws IOException, InterruptedException {
        for (LocalPort port : namespaces.isPresent()
                ? List.<LocalPort>of()
                : nodeAddress.linkControl().all()) {
            port.awaitFree(nodeAddress.name());
        }
        files.write(nodeAddress, folder);
        new DetachedProcess(command(files), folder.path(), folder.output(), folder.pidFile()).start();
    }

    private List<String> command(NodeFiles files) throws IOException, InterruptedException {
        List<String> java = List.of(files.cassandra().jdk().java().toString(), "@" + folder.arguments());
        Optional<Size> given = folder.allotment().given();
        List<String> pinned =
                given.isPresent() ? CpuAffinity.command(given.get().cpus(), nodeAddress.number(), java) : java;
        List<String> clocked = files.ring().shape().clock() ? new ProcessClock(folder.path()).command(pinned) : pinned;
        List<String> modest = files.ring().standsBack() ? ServerPriority.command(clocked) : clocked;
        return namespaces.isPresent() ? namespaces.get().at(nodeAddress.name(), modest) : modest;
    }

    /** What the running node has. */
    Size size() throws IOException, InterruptedException {
        PidFileProcess running = process()
                .orElseThrow(() -> new IOException(nodeAddress.name() + " is not running, so its size is unknown"));
        return new Size(jmx.heapMb(), CpuAffinity.of(running.pid()));
    }

    /** Waits until the node is whole and takes clients. @throws IOException with its last words, if it ends instead */
    void awaitUp(Duration limit) throws IOException, InterruptedException {
        awaitUp(limit, () -> true);
    }

    /** The same. @param meanwhile looked at again and again until then; throws if there is no use in waiting */
    void awaitUp(Duration limit, Condition meanwhile) throws IOException, InterruptedException {
        if (!PollDeadline.in(limit).await(() -> meanwhile.holds() && serves())) {
            throw new IOException(nodeAddress.name() + " did not accept clients within " + limit.toSeconds()
                    + " s; see its log " + folder.log() + " ends:\n  " + folder.lastWords());
        }
    }

    private boolean serves() throws IOException, InterruptedException {
        if (process().isEmpty()) {
            throw new IOException(
                    nodeAddress.name() + " exited before it was ready; its last output was:\n  " + folder.lastWords());
        }
        return nodeAddress.linkControl().clients().accepts() && jmx.serves();
    }

    /** Whether a joining node has begun to copy its share of the data; it logs nothing else about it. */
    boolean copying() throws IOException {
        if (!Files.exists(folder.log())) {
            return false;
        }
        try (Stream<String> lines = Files.lines(folder.log())) {
            return lines.anyMatch(line -> line.endsWith("JOINING: Starting to bootstrap..."));
        }
    }

    /** Asks the node to shut down cleanly; {@link #awaitGone} waits for it. */
    void askToStop() throws IOException, InterruptedException {
        process().flatMap(process -> ProcessHandle.of(process.pid())).ifPresent(ProcessHandle::destroy);
    }

    void awaitGone() throws IOException, InterruptedException {
        if (!PollDeadline.in(GONE_LIMIT).await(() -> process().isEmpty())) {
            throw new IOException(nodeAddress.name() + " is still running " + GONE_LIMIT.toSeconds()
                    + " s after SIGTERM; see " + folder.log());
        }
    }

    void kill() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().kill();
        }
        unfreezeTimer().disarm();
    }

    void pause(Duration atMost) throws IOException, InterruptedException {
        var tree = process()
                .orElseThrow(() -> new IOException(nodeAddress.name() + " is not running, so it cannot be paused"))
                .tree();
        unfreezeTimer().arm(tree.pids(), atMost);
        unfreezeTimer().arm(tree.freeze(), atMost); // again, for children born in between
    }

    void resume() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().thaw();
        }
        unfreezeTimer().disarm();
    }

    private UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(folder.path());
    }

    /** The memory that a process holds at this moment, pages shared with others included. */
    private static final class ResidentMemory {
        private ResidentMemory() {}

        /** Bytes; 0 if the process has ended. */
        static long of(long pid) throws IOException, InterruptedException {
            var command = List.of("/bin/sh", "-c", LOOK, "squall", Long.toString(pid));
            String kilobytes = new ExternalProgram(command, Path.of("/"), Duration.ofSeconds(10))
                    .run()
                    .output();
            return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) << 10;
        }

        private static final String LOOK =
                "if [ -d /proc/self ]; then sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$1/status"
                        + " 2>/dev/null; else ps -o rss= -p $1 | tr -d ' '; fi";
    }
}
