package squall.adversity.membership;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Scales;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/** Nodes that come or go in the background of a run. Healed is a cluster with as many nodes in each zone as before. */
final class Move implements Fault.Work {
    private static final String BEFORE = "before";

    private final Scene scene;
    private final String told;
    private final String end;
    private final FutureTask<Boolean> work;
    private @Nullable Thread under;

    /**
     * @param told what is done, for a reader
     * @param end what is asked and seen at its end, likewise
     * @param work does it
     */
    Move(Scene scene, String told, String end, Callable<Boolean> work) {
        this.scene = scene;
        this.told = told;
        this.end = end;
        this.work = new FutureTask<>(work);
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: " + told,
                "verify: it is on its way, or zones have other numbers of nodes than before",
                "done: " + end,
                "heal: wait for its end, then nodes leave and join until each zone has as many as before",
                "timer: none; a detached process heals");
    }

    @Override
    public Map<String, String> facts() throws IOException {
        return Map.of(BEFORE, Places.of(scene.cluster().nodes()).written());
    }

    @Override
    public void inject(Duration atMost) {
        under = Thread.ofVirtual().name(scene.name()).start(work);
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        return work.isDone() && ended();
    }

    private boolean ended() throws IOException, InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw new IOException(scene.name() + " failed: " + e.getCause(), e);
        }
    }

    @Override
    public Effect effect() throws IOException {
        List<Node> now = scene.cluster().nodes();
        boolean busy = under != null && !work.isDone();
        boolean moved = !Places.of(now).equals(before());
        return new Effect(busy || moved, now.stream().map(Node::name).toList() + (busy ? ", one is on its way" : ""));
    }

    /** A node that is half in or half out can be neither put back nor taken away, so what is under way comes to its end first. */
    @Override
    public void heal() throws IOException, InterruptedException {
        if (under != null) {
            ended();
        }
        Scales cluster = (Scales) scene.cluster();
        for (Node added : before().beyond(scene.cluster().nodes())) {
            cluster.remove(added);
        }
        for (Places.Place place : before().missingIn(Places.of(scene.cluster().nodes()))) {
            cluster.add(place.zone(), place.region());
        }
    }

    private Places before() {
        return Places.read(scene.facts().getOrDefault(BEFORE, ""));
    }
}
