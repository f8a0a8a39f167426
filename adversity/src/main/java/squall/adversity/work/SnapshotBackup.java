package squall.adversity.work;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Snapshots;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/** A backup as nodes make it themselves: each flushes its memory and puts its files aside. Nothing is copied to another place. */
final class SnapshotBackup implements Fault.Work {
    private final Scene scene;
    private @Nullable Background under;

    SnapshotBackup(Scene scene) {
        this.scene = scene;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: snapshot " + scene.name() + " of all data of users, on each node",
                "verify: nodes have files of a snapshot " + scene.name(),
                "done: the last node has its snapshot",
                "heal: clearsnapshot " + scene.name() + " on each node",
                "timer: nodes remove it by themselves");
    }

    @Override
    public void inject(Duration atMost) {
        under = Background.begin(scene.name(), () -> snapshots().snapshot(scene.name(), atMost));
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        if (under == null) {
            throw new IllegalStateException(scene.name() + " was not begun by this process");
        }
        return under.done();
    }

    @Override
    public Effect effect() throws IOException, InterruptedException {
        Optional<String> sign = under == null ? found() : under.awaitSign(this::found);
        return sign.map(Effect::seen).orElseGet(() -> Effect.absent("no node has a snapshot " + scene.name()));
    }

    private Optional<String> found() throws IOException, InterruptedException {
        Map<Node, Long> found = snapshots().snapshots(scene.name());
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("snapshots " + scene.name() + ": "
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
        snapshots().clear(scene.name());
    }

    private Snapshots snapshots() {
        return (Snapshots) scene.cluster();
    }
}
