package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import squall.adversity.NodeStates;
import squall.adversity.process.BlockCorruption.Method;
import squall.engine.ParallelActions;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.StoredFiles;
import squall.spi.StoredFiles.DataFiles;
import squall.spi.StoredFiles.FileKind;
import squall.spi.StoredFiles.FilePart;
import squall.system.HumanNumbers;

/**
 * Corruption of files.
 *
 * @param corrupting records the time between the first and the last node
 * @param failedStarts nodes that did not start with the changed files, by name
 * @param remarks on the healing, for the report: changes that could not be undone, because the database had written other bytes there
 */
record Corruption(
        NodeStates targets,
        FaultContext context,
        CorruptionParameters parameters,
        ParallelActions corrupting,
        ConcurrentMap<String, FailedStart> failedStarts,
        Queue<String> remarks)
        implements Fault.Detectable {
    private static final String SEED = "seed";
    private static final String SINCE = "since";
    private static final int SHOWN = 3;

    /** Limit for a start: a node that neither serves nor ends with corrupt files may wait for as long as it is left alone. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Maximum number of characters of a node's last words that are shown. */
    private static final int LONGEST_REFUSAL = 600;

    static Corruption of(NodeStates targets, FaultContext context, CorruptionParameters parameters) {
        return new Corruption(
                targets,
                context,
                parameters,
                new ParallelActions(),
                new ConcurrentSkipListMap<>(),
                new ConcurrentLinkedQueue<>());
    }

    @Override
    public List<String> steps() {
        String names = targets.names();
        String files = kindOfFile().word();
        return List.of(
                "inject: "
                        + (parameters.restart() ? ending() + " " + names + ", keep a copy of what is changed, " : "")
                        + parameters.how().text(parameters.amount()) + " of the " + files + " files of " + names
                        + ", chosen by the seed " + seed() + " from the files as they are then"
                        + (parameters.restart() ? ", start" : ", while it runs"),
                "verify: the bytes on the disk differ from those that were kept",
                "heal: stop " + names
                        + ", put the kept bytes back where nothing has replaced the changed ones, start, and wait until clients are accepted",
                "timer: none; a detached process heals");
    }

    private String ending() {
        return kindOfFile().ofRecovery() ? "SIGKILL to every process of" : "stop";
    }

    private FileKind kindOfFile() {
        return parameters.kindOf((StoredFiles) targets.cluster());
    }

    private DataFiles files(Node node) throws IOException, InterruptedException {
        return ((StoredFiles) targets.cluster()).files(node);
    }

    private Restarts restarts() {
        return (Restarts) targets.cluster();
    }

    private String seed() {
        return context.facts().getOrDefault(SEED, Long.toString(context.seed()));
    }

    private KeptBlocks kept(Node node) throws IOException, InterruptedException {
        return new KeptBlocks(files(node).keptCopies().resolve(context.name()));
    }

    /** Records which of the nodes ran, and what the choice depends on. */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>(targets.running());
        facts.put(SEED, seed());
        facts.put(SINCE, Instant.now().toString());
        return facts;
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        Duration half = atMost.dividedBy(2);
        Duration startLimit = half.compareTo(START_LIMIT) < 0 ? half : START_LIMIT;
        corrupting.onEach(targets.nodes(), node -> corrupt(node, startLimit));
    }

    @Override
    public Optional<Duration> skew() {
        return corrupting.skew();
    }

    private void corrupt(Node node, Duration startLimit) throws IOException, InterruptedException {
        KeptBlocks kept = kept(node);
        FileKind kind = kindOfFile();
        List<FilePart> parts = kept.exists() ? List.of() : prepared(node, kind, kept);
        if (parameters.restart()) {
            end(node, kind);
        }
        if (!kept.exists()) {
            kept.keep(corruption(node, kind).choose(parts, kept.older()));
        }
        apply(kept);
        if (parameters.restart()) {
            start(node, startLimit);
        }
    }

    private static void apply(KeptBlocks kept) throws IOException {
        for (BlockChange change : kept.changes()) {
            change.apply();
            if (!change.present() && !kept.wasReadBack()) {
                throw new IOException(change.file() + " does not have the bytes that were to be changed in " + change);
            }
        }
        kept.readBack();
    }

    private BlockCorruption corruption(Node node, FileKind kind) throws IOException, InterruptedException {
        DataFiles files = files(node);
        return new BlockCorruption(
                parameters.how(),
                parameters.amount(),
                Long.parseLong(seed()) ^ node.name().hashCode(),
                block -> files.content(kind, block));
    }

    /** Lists the files after the node wrote to them what it had in memory, and clients wrote more, where that matters. */
    private List<FilePart> prepared(Node node, FileKind kind, KeptBlocks kept)
            throws IOException, InterruptedException {
        State state = targets.cluster().state(node);
        if (state != State.UP) {
            throw new IOException(node.name() + " is " + state
                    + ", and only a running node tells which of its files hold what clients wrote");
        }
        files(node).flush(kind);
        if (parameters.how() == Method.STALE) {
            BlockCorruption.copy(files(node).parts(kind), kept.older());
        }
        if (parameters.how() == Method.STALE || kind.ofRecovery()) {
            Thread.sleep(parameters.age());
        }
        if (parameters.how() == Method.STALE && !kind.ofRecovery()) {
            files(node).flush(kind);
        }
        return files(node).parts(kind);
    }

    /** Ends a node so that its next start reads the files: after a clean stop no recovery does. */
    private void end(Node node, FileKind kind) throws IOException, InterruptedException {
        if (kind.ofRecovery()) {
            restarts().kill(node);
        } else {
            restarts().stop(node);
        }
    }

    /**
     * Starts a node. One that refuses to start with corrupt files has detected them, and stays down until it is healed; one that takes
     * longer than the limit is left alone, and may serve later.
     */
    private void start(Node node, Duration limit) throws InterruptedException {
        var task = new FutureTask<Void>(() -> {
            restarts().start(node);
            return null;
        });
        Thread starting = Thread.ofPlatform().name("squall-start").start(task);
        try {
            task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof IOException refused)) {
                throw new IllegalStateException(e.getCause());
            }
            failedStarts.put(
                    node.name(),
                    new FailedStart(
                            node.name() + " did not start: " + oneLine(String.valueOf(refused.getMessage())), true));
        } catch (TimeoutException e) {
            failedStarts.put(
                    node.name(),
                    new FailedStart(
                            node.name() + " accepted no clients within " + HumanNumbers.length(limit) + " of its start",
                            false));
        } finally {
            task.cancel(true);
            starting.join();
        }
    }

    private static String oneLine(String message) {
        String line = message.lines().map(String::strip).collect(Collectors.joining(" "));
        return line.length() <= LONGEST_REFUSAL ? line : line.substring(0, LONGEST_REFUSAL) + "…";
    }

    /**
     * Returns the effect, present while bytes on the disk are the changed ones. Files that a recovery has read may be gone, or written again
     * from where it stopped, and those of a node that did not start may be replaced by a copy of another node's: they had the changed
     * bytes when the node was started.
     */
    @Override
    public FaultEffect effect() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        boolean any = false;
        for (Node node : targets.nodes()) {
            List<BlockChange> changes = kept(node).changes();
            List<BlockChange> present = new ArrayList<>();
            for (BlockChange change : changes) {
                if (change.present()) {
                    present.add(change);
                }
            }
            boolean recovered = parameters.restart()
                    && kept(node).wasReadBack()
                    && (kindOfFile().ofRecovery() || failedStarts.containsKey(node.name()));
            any |= !present.isEmpty() || recovered;
            found.add(node.name() + ": " + shown(changes, present, recovered));
        }
        failedStarts.values().forEach(start -> found.add(start.text()));
        found.addAll(remarks);
        return new FaultEffect(any, String.join(", ", found));
    }

    private static String shown(List<BlockChange> changes, List<BlockChange> present, boolean recovered) {
        if (changes.isEmpty()) {
            return "no changed bytes are kept";
        }
        if (!present.isEmpty()) {
            return "bytes on the disk differ from those kept: " + shown(present);
        }
        return (recovered
                        ? "bytes on the disk differed from those kept when the node was started, and were replaced since: "
                        : "the database has replaced all changed bytes: ")
                + shown(changes);
    }

    private static String shown(List<BlockChange> changes) {
        return changes.stream().limit(SHOWN).map(BlockChange::toString).collect(Collectors.joining(", "))
                + (changes.size() > SHOWN ? " and " + (changes.size() - SHOWN) + " more blocks" : "");
    }

    @Override
    public List<String> reports() throws IOException, InterruptedException {
        Instant since = Instant.parse(context.facts().getOrDefault(SINCE, Instant.EPOCH.toString()));
        List<String> reports = new ArrayList<>();
        failedStarts.values().stream()
                .filter(FailedStart::refused)
                .map(FailedStart::text)
                .forEach(reports::add);
        for (Node node : targets.nodes()) {
            files(node).reports(since).forEach(line -> reports.add(node.name() + ": " + line));
        }
        return reports;
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (Node node : targets.nodes()) {
            restore(node);
        }
        targets.recover(context.facts(), true);
    }

    private void restore(Node node) throws IOException, InterruptedException {
        KeptBlocks kept = kept(node);
        if (kept.exists()) {
            endForRepair(node);
            mountDisk(node);
            for (BlockChange change : kept.changes()) {
                if (change.undo() == BlockChange.Undone.REPLACED) {
                    remarks.add(node.name() + ": the database has replaced " + change + ", which stays");
                }
            }
        }
        kept.clear();
    }

    /** Ends a node cleanly if it can still do so with corrupt files. */
    private void endForRepair(Node node) throws IOException, InterruptedException {
        if (targets.cluster().state(node) == State.UP) {
            try {
                restarts().stop(node);
            } catch (IOException e) {
                remarks.add(node.name() + " did not stop cleanly and was killed: " + e.getMessage());
            }
        }
        if (targets.cluster().state(node) != State.DOWN) {
            restarts().kill(node);
        }
    }

    /** Mounts the node's own disk, if it has one: a mount ends with the machine, and files that are not there would count as replaced. */
    private void mountDisk(Node node) throws IOException, InterruptedException {
        if (targets.cluster() instanceof PowerCuts power
                && targets.cluster().unavailable(PowerCuts.class).isEmpty()) {
            power.restoreDisk(node);
        }
    }

    /**
     * Start of a node that failed.
     *
     * @param text with the name of the node
     * @param refused whether the node ended; one that was only slow has detected nothing by that
     */
    private record FailedStart(String text, boolean refused) {}
}
