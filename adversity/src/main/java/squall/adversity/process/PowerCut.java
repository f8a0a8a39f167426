package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.adversity.NodeStates;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts;
import squall.spi.Cluster.PowerCuts.MarkFiles;
import squall.spi.Cluster.PowerCuts.StoppedDisks;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of power cuts under the name {@code powerCut}: nodes end, and their disks keep only what was synced. */
public final class PowerCut extends NamedFaultProvider {
    private static final String RESTART = "restart";
    private static final String HANG = "hang";

    public PowerCut() {
        super(
                "powerCut",
                "cuts the power of nodes with disks of their own: what was not synced is lost; then starts them, or waits until"
                        + " something else does (restart=false). hang=true: only the disks fail, the processes stay; unsaved=100ms: while"
                        + " they have written nothing for so long",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        read(options);
        return cluster instanceof Restarts && cluster instanceof PowerCuts
                ? MissingCapability.of(cluster, PowerCuts.class)
                        .or(() -> UnsavedMoment.of(kind(), options).refusal(cluster))
                : Optional.of("the nodes of this cluster have no disks whose power Squall may cut");
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        boolean hang = read(options);
        NodeStates targets = NodeStates.ofTargets(kind(), context);
        return hang
                ? new FailedDisks(targets, context)
                : new Cut(
                        targets,
                        context,
                        options.flag(RESTART, true),
                        UnsavedMoment.of(kind(), options),
                        new AtomicReference<>(Optional.empty()));
    }

    /** Reads whether only disks fail. */
    private static boolean read(Options options) {
        options.allowOnly(List.of(RESTART, HANG, UnsavedMoment.OPTION));
        boolean hang = options.flag(HANG, false);
        if (hang && !UnsavedMoment.of("powerCut", options).any()) {
            throw new IllegalArgumentException(
                    "powerCut: give either 'unsaved' or 'hang: true': a node that goes on loses nothing at that moment");
        }
        if (!options.flag(RESTART, true) && hang) {
            throw new IllegalArgumentException(
                    "powerCut: give either 'restart: false' or 'hang: true': a node whose disk failed is started when healed");
        }
        return hang;
    }

    private static PowerCuts power(NodeStates targets) {
        return (PowerCuts) targets.cluster();
    }

    /** Ends nodes whose disks are still stopped, and puts the disks back into service. */
    private static void restoreStopped(NodeStates targets, String mark) throws IOException, InterruptedException {
        new ParallelActions().onEach(targets.nodes(), node -> {
            // A cut that was interrupted leaves nodes frozen whose disks still work.
            if (power(targets).diskStopped(node) || targets.cluster().state(node) == State.PAUSED) {
                ((Restarts) targets.cluster()).kill(node);
            }
            power(targets).restoreDisk(node);
            power(targets).clearMark(node, mark);
        });
    }

    /**
     * Nodes without power.
     *
     * @param moment at which the power is cut
     * @param stopped how this object stopped the disks
     */
    private record Cut(
            NodeStates targets,
            FaultContext context,
            boolean restart,
            UnsavedMoment moment,
            AtomicReference<Optional<StoppedDisks>> stopped)
            implements Fault {
        /** Records which of the nodes ran: healing starts no other. */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return targets.running();
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: on " + targets.names()
                            + moment.step()
                            + " SIGSTOP to every process, stop the file system without writing anything back"
                            + targets.atOnce() + ", SIGKILL to every process, unmount, mount",
                    "verify: " + targets.names()
                            + " without process; a file that was synced before is there, one that was" + " not is gone",
                    restart
                            ? "heal: mount, start " + targets.names() + " and wait until clients are accepted"
                            : "heal: mount, wait for an external restart of " + targets.names(),
                    "timer: none; a detached process heals");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            stopped.set(Optional.of(power(targets).stopDisks(targets.nodes(), context.name(), moment.quiet())));
            new ParallelActions().onEach(targets.nodes(), ((Restarts) targets.cluster())::kill);
            new ParallelActions().onEach(targets.nodes(), power(targets)::restoreDisk);
        }

        @Override
        public Optional<Duration> skew() {
            return targets.nodes().size() > 1 ? stopped.get().map(StoppedDisks::between) : Optional.empty();
        }

        /** Returns the effect, present while a node is down whose disk lost what was not synced, and no disk shows anything else. */
        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            boolean down = false;
            boolean lost = true;
            List<String> found = new ArrayList<>();
            for (Node node : targets.before(context.facts()).nodes()) {
                State state = targets.cluster().state(node);
                if (state != State.DOWN) {
                    found.add(node.name() + " is " + state);
                    continue;
                }
                MarkFiles files = power(targets).markFiles(node, context.name());
                down = true;
                lost &= files.synced() && !files.unsynced();
                found.add(node.name() + " is DOWN, the synced file is " + there(files.synced()) + ", the other is "
                        + there(files.unsynced()));
            }
            return new FaultEffect(
                    down && lost,
                    String.join(", ", found)
                            + stopped.get()
                                    .map(disks -> moment.text(disks.unsaved()))
                                    .orElse(""));
        }

        private static String there(boolean whole) {
            return whole ? "there" : "gone";
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            restoreStopped(targets, context.name());
            targets.recover(context.facts(), restart);
        }
    }

    /** Fault of disks that fail every access, under nodes that are not told. */
    private record FailedDisks(NodeStates targets, FaultContext context) implements Fault {
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return targets.running();
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: on " + targets.names()
                            + " SIGSTOP to every process, stop the file system without writing anything back"
                            + targets.atOnce() + ", SIGCONT",
                    "verify: no file can be created on the disks of " + targets.names(),
                    "heal: SIGKILL to every process of " + targets.names()
                            + ", unmount, mount, start, and wait until clients are accepted",
                    "timer: none; a detached process heals");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            power(targets).stopDisks(targets.nodes(), context.name());
            new ParallelActions().onEach(targets.nodes(), power(targets)::resume);
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : targets.nodes()) {
                boolean stopped = power(targets).diskStopped(node);
                present |= stopped;
                found.add("the disk of " + node.name() + (stopped ? " fails" : " works") + ", the node is "
                        + targets.cluster().state(node));
            }
            return new FaultEffect(present, String.join(", ", found));
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            restoreStopped(targets, context.name());
            targets.recover(context.facts(), true);
        }
    }
}
