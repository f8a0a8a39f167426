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
import squall.system.process.ExternalProgram;
import squall.system.process.PidFileProcess;
import squall.testbed.cassandra.layout.CassandraNodeFolder;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cluster.LocalNode;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.CpuAffinity;
import squall.testbed.host.Daemon;
import squall.testbed.host.ProcessClock;
import squall.testbed.host.ServerPriority;

/** Server of one node: its process. */
record NodeServer(NodeAddress member, NodePlace place, JmxClient jmx) implements LocalNode {
    private static final String LOOK =
            "if [ -d /proc/self ]; then sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$1/status"
                    + " 2>/dev/null; else ps -o rss= -p $1 | tr -d ' '; fi";
    private static final Duration GONE_LIMIT = Duration.ofSeconds(90);

    /** Finds the process; empty if the node does not run. */
    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return daemon().process();
    }

    CassandraNodeFolder folder() {
        return new CassandraNodeFolder(place.folder());
    }

    @Override
    public Path data() {
        return folder().data();
    }

    private Daemon daemon() {
        return new Daemon("cassandra", folder().path(), folder().output(), folder().pidFile(), folder().arguments());
    }

    @Override
    public List<Daemon> daemons() {
        return List.of(daemon());
    }

    @Override
    public boolean serves() {
        return member.linkControl().clients().accepts();
    }

    /** Returns its state. @throws IOException if it is frozen: it would neither start, stop nor respond */
    State awake() throws IOException, InterruptedException {
        State found = state();
        if (found == State.PAUSED) {
            throw new IOException(name() + " is frozen (SIGSTOP); resume process " + pid() + " with 'kill -CONT'");
        }
        return found;
    }

    NodeStatus status() throws IOException, InterruptedException {
        State found = state();
        long pid = pid();
        long memory = pid == 0 ? 0 : residentBytes(pid);
        if (found != State.UP) {
            return new NodeStatus(member.node(), found, "", pid, memory, Map.of());
        }
        try {
            return new NodeStatus(member.node(), found, jmx.mode(), pid, memory, jmx.peers());
        } catch (IOException e) { // reported as its mode, because the other nodes must be reported too
            return new NodeStatus(member.node(), found, String.valueOf(e.getMessage()), pid, memory, Map.of());
        }
    }

    /** Sets the version, from the next start on. */
    void choose(String version) throws IOException {
        FileTrees.make(folder().path(), "rwx------");
        version().give(version);
    }

    /** Starts a node that is down; the caller waits until it is up. */
    void start(NodeFiles files) throws IOException, InterruptedException {
        place.awaitFree(name(), member.ports());
        files.write(member, folder());
        daemon().start(command(files));
    }

    private List<String> command(NodeFiles files) throws IOException, InterruptedException {
        List<String> java = List.of(files.cassandra().jdk().java().toString(), "@" + folder().arguments());
        Optional<Size> given = allotment().given();
        List<String> pinned =
                given.isPresent() ? CpuAffinity.command(given.get().wholeCpus(), member.number(), java) : java;
        List<String> clocked =
                files.ring().shape().clock() ? new ProcessClock(folder().path()).command(pinned) : pinned;
        List<String> modest = files.ring().standsBack() ? ServerPriority.command(clocked) : clocked;
        return place.command(name(), modest);
    }

    /** Returns the size of the running node. */
    Size size() throws IOException, InterruptedException {
        PidFileProcess running =
                process().orElseThrow(() -> new IOException(name() + " is not running, so its size is unknown"));
        return new Size(jmx.heapMb(), CpuAffinity.of(running.pid()));
    }

    /** Waits until the node is a complete member and accepts clients. @throws IOException with its last lines, if it ends instead */
    @Override
    public void awaitUp(Duration limit) throws IOException, InterruptedException {
        awaitUp(limit, () -> true);
    }

    /** Waits as {@link #awaitUp(Duration)} does. @param meanwhile checked repeatedly until then; throws if waiting is useless */
    void awaitUp(Duration limit, Condition meanwhile) throws IOException, InterruptedException {
        if (!PollDeadline.in(limit).await(() -> meanwhile.holds() && ready())) {
            throw new IOException(name() + " did not accept clients within " + limit.toSeconds() + " s; its log "
                    + folder().log() + " ends:\n  " + folder().lastWords());
        }
    }

    private boolean ready() throws IOException, InterruptedException {
        if (process().isEmpty()) {
            throw new IOException(
                    name() + " exited before it was ready; its last output was:\n  " + folder().lastWords());
        }
        return serves() && jmx.serves();
    }

    /** Returns whether a joining node has begun to copy its share of the data, which nothing else in its log shows. */
    boolean copying() throws IOException {
        if (!Files.exists(folder().log())) {
            return false;
        }
        try (Stream<String> lines = Files.lines(folder().log())) {
            return lines.anyMatch(line -> line.endsWith("JOINING: Starting to bootstrap..."));
        }
    }

    /** Requests a clean shutdown; {@link #awaitGone} waits for it. */
    void askToStop() throws IOException, InterruptedException {
        process().flatMap(process -> ProcessHandle.of(process.pid())).ifPresent(ProcessHandle::destroy);
    }

    void awaitGone() throws IOException, InterruptedException {
        if (!PollDeadline.in(GONE_LIMIT).await(() -> process().isEmpty())) {
            throw new IOException(
                    name() + " is still running " + GONE_LIMIT.toSeconds() + " s after SIGTERM; see " + folder().log());
        }
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        awake();
        askToStop();
        awaitGone();
    }

    /** Returns the memory that a process uses now, including pages shared with others; 0 if it has ended. */
    private static long residentBytes(long pid) throws IOException, InterruptedException {
        var command = List.of("/bin/sh", "-c", LOOK, "squall", Long.toString(pid));
        String kilobytes = new ExternalProgram(command, Path.of("/"), Duration.ofSeconds(10))
                .run()
                .output();
        return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) << 10;
    }
}
