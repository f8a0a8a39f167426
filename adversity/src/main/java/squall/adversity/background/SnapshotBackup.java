package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Snapshots;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;

/** A backup as nodes make it themselves: each flushes its memory and puts its files aside. Nothing is copied to another place. */
final class SnapshotBackup implements Fault.Work {
    private final FaultContext context;
    private @Nullable BackgroundTask under;

    SnapshotBackup(FaultContext context) {
        this.context = context;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: take snapshot " + context.name() + " of all user data on each node",
                "verify: nodes have files of snapshot " + context.name(),
                "done: every node has the snapshot",
                "heal: clearsnapshot " + context.name() + " on each node",
                "timer: nodes remove it by themselves");
    }

    @Override
    public void inject(Duration atMost) {
        under = BackgroundTask.begin(context.name(), () -> snapshots().snapshot(context.name(), atMost));
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        if (under == null) {
            throw new IllegalStateException(context.name() + " was not started by this process");
        }
        return under.done();
    }

    @Override
    public FaultEffect effect() throws IOException, InterruptedException {
        Optional<String> sign = under == null ? found() : under.awaitSign(this::found);
        return sign.map(FaultEffect::seen)
                .orElseGet(() -> FaultEffect.absent("no node has a snapshot " + context.name()));
    }

    private Optional<String> found() throws IOException, InterruptedException {
        Map<Node, Long> found = snapshots().snapshots(context.name());
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("snapshots " + context.name() + ": "
                        + found.entrySet().stream()
                                .map(each -> each.getKey().name() + " " + each.getValue() + " bytes")
                                .collect(Collectors.joining(", ")));
    }

    /** A snapshot that is being made comes to its end first: one that is cleared too soon would stay. */
    @Override
    public void heal() throws IOException, InterruptedException {
        if (under != null) {
            under.awaitEnd();
            under = null;
        }
        snapshots().clear(context.name());
    }

    private Snapshots snapshots() {
        return (Snapshots) context.cluster();
    }
}
