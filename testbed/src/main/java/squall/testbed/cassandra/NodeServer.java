package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Deadline;
import squall.host.Deadline.Condition;
import squall.host.Detached;
import squall.host.OwnProcess;
import squall.host.ProcessState;
import squall.spi.Cluster.Size;
import squall.spi.Cluster.State;
import squall.testbed.host.DeadMan;
import squall.testbed.host.OwnClock;
import squall.testbed.host.Port;
import squall.testbed.host.Processors;
import squall.testbed.host.ResidentMemory;
import squall.testbed.host.StandBack;
import squall.testbed.net.Namespaces;

/** The process of one node. @param namespaces where it has one of its own */
record NodeServer(Seat seat, NodeFolder folder, Jmx jmx, Optional<Namespaces> namespaces) {
    /** The threads of a killed JVM let go of its ports a moment after it counts as dead. */
    private static final Duration PORT_LIMIT = Duration.ofSeconds(15);

    private static final Duration GONE_LIMIT = Duration.ofSeconds(90);

    /** Empty if the node does not run. */
    Optional<OwnProcess> process() throws IOException, InterruptedException {
        return OwnProcess.named(folder.pidFile(), folder.arguments());
    }

    State state() throws IOException, InterruptedException {
        Optional<OwnProcess> process = process();
        if (process.isEmpty()) {
            return State.DOWN;
        }
        if (ProcessState.of(process.get().pid()) == ProcessState.STOPPED) {
            return State.PAUSED;
        }
        return seat.wires().clients().accepts() ? State.UP : State.BUSY;
    }

    NodeStatus status() throws IOException, InterruptedException {
        State found = state();
        long pid = process().map(OwnProcess::pid).orElse(0L);
        long memory = pid == 0 ? 0 : ResidentMemory.of(pid);
        if (found != State.UP) {
            return new NodeStatus(seat.node(), found, "", pid, memory, Map.of());
        }
        try {
            return new NodeStatus(seat.node(), found, jmx.mode(), pid, memory, jmx.peers());
        } catch (IOException e) { // told as its mode, because the other nodes are to be told of too
            return new NodeStatus(seat.node(), found, String.valueOf(e.getMessage()), pid, memory, Map.of());
        }
    }

    /** Starts a node that is down; whether it comes up is to be waited for. */
    void start(NodeFiles files) throws IOException, InterruptedException {
        for (Port port : namespaces.isPresent() ? List.<Port>of() : seat.wires().all()) {
            if (!Deadline.in(PORT_LIMIT).await(port::free)) {
                throw new IOException(seat.name() + ": somebody listens on " + port
                        + " already; end that server, or choose another --name");
            }
        }
        files.write(seat, folder);
        new Detached(command(files), folder.path(), folder.output(), folder.pidFile()).start();
    }

    private List<String> command(NodeFiles files) throws IOException, InterruptedException {
        List<String> java = List.of(files.cassandra().jdk().java().toString(), "@" + folder.arguments());
        Optional<Size> given = folder.allotment().given();
        List<String> pinned = given.isPresent() ? Processors.command(given.get().cpus(), seat.number(), java) : java;
        List<String> clocked = files.ring().shape().clock() ? new OwnClock(folder.path()).command(pinned) : pinned;
        List<String> modest = files.ring().standsBack() ? StandBack.command(clocked) : clocked;
        return namespaces.isPresent() ? namespaces.get().at(seat.name(), modest) : modest;
    }

    /** What the running node has. */
    Size size() throws IOException, InterruptedException {
        OwnProcess running =
                process().orElseThrow(() -> new IOException(seat.name() + " does not run, so its size cannot be told"));
        return new Size(jmx.heapMb(), Processors.of(running.pid()));
    }

    /** Waits until the node is whole and takes clients. @throws IOException with its last words, if it ends instead */
    void awaitUp(Duration limit) throws IOException, InterruptedException {
        awaitUp(limit, () -> true);
    }

    /** The same. @param meanwhile looked at again and again until then; throws if there is no use in waiting */
    void awaitUp(Duration limit, Condition meanwhile) throws IOException, InterruptedException {
        if (!Deadline.in(limit).await(() -> meanwhile.holds() && serves())) {
            throw new IOException(seat.name() + " took no clients within " + limit.toSeconds() + " s; its log "
                    + folder.log() + " ends:\n  " + folder.lastWords());
        }
    }

    private boolean serves() throws IOException, InterruptedException {
        if (process().isEmpty()) {
            throw new IOException(
                    seat.name() + " ended while it was waited for; it said last:\n  " + folder.lastWords());
        }
        return seat.wires().clients().accepts() && jmx.serves();
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

    /** Asks the node to end in good order; {@link #awaitGone} waits for it. */
    void askToStop() throws IOException, InterruptedException {
        process().flatMap(process -> ProcessHandle.of(process.pid())).ifPresent(ProcessHandle::destroy);
    }

    void awaitGone() throws IOException, InterruptedException {
        if (!Deadline.in(GONE_LIMIT).await(() -> process().isEmpty())) {
            throw new IOException(
                    seat.name() + " has not ended " + GONE_LIMIT.toSeconds() + " s after SIGTERM; see " + folder.log());
        }
    }

    void kill() throws IOException, InterruptedException {
        Optional<OwnProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().kill();
        }
        deadMan().disarm();
    }

    void pause(Duration atMost) throws IOException, InterruptedException {
        var tree = process()
                .orElseThrow(() -> new IOException(seat.name() + " does not run, so it cannot be paused"))
                .tree();
        deadMan().arm(tree.pids(), atMost);
        deadMan().arm(tree.freeze(), atMost); // again, for children born in between
    }

    void resume() throws IOException, InterruptedException {
        Optional<OwnProcess> process = process();
        if (process.isPresent()) {
            process.get().tree().thaw();
        }
        deadMan().disarm();
    }

    private DeadMan deadMan() {
        return new DeadMan(folder.path());
    }
}
