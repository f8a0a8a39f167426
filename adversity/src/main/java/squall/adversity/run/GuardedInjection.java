package squall.adversity.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.guard.Struck;
import squall.adversity.safety.Life;
import squall.adversity.safety.Undo;
import squall.run.conduct.Disturbance;
import squall.scenario.target.Chosen;
import squall.spi.Cluster.Node;
import squall.spi.Effect;

/** One injection into a real cluster, with everything that keeps it from doing harm. */
final class GuardedInjection implements Disturbance {
    private final Moment moment;
    private final Site site;
    private final Running running;
    private final String id;
    private Optional<Life> life = Optional.empty();

    /** @param id of the injection in its run */
    GuardedInjection(Moment moment, Site site, Running running, String id) {
        this.moment = moment;
        this.site = site;
        this.running = running;
        this.id = id;
    }

    @Override
    public Readiness prepare() throws IOException, InterruptedException {
        try {
            return switch (Means.of(moment.injection(), site.cluster(), site.faults())) {
                case Means.Found.With with -> healthy(with.means());
                case Means.Found.Without without -> new Readiness.NotApplicable(without.why());
            };
        } catch (IllegalArgumentException e) { // an option, or a node, that is not there
            return new Readiness.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Readiness healthy(Means means) throws IOException, InterruptedException {
        List<String> complaints =
                new Health(site.cluster()).awaited(moment.safety().healthyWithin(), running.nodes());
        if (!complaints.isEmpty()) {
            return new Readiness.Refused("the cluster is not whole after "
                    + moment.safety().healthyWithin().toSeconds() + " s: " + String.join(", ", complaints));
        }
        Ground ground = site.ground(); // roles as they are at this moment
        return switch (moment.chosen(ground.field())) {
            case Chosen.Nodes chosen -> guarded(means, ground, chosen.nodes());
            case Chosen.NotApplicable not -> new Readiness.NotApplicable(not.why());
        };
    }

    private Readiness guarded(Means means, Ground ground, List<Node> nodes) throws IOException, InterruptedException {
        Struck next = new Struck(id, means.choice().kind(), means.aim(), nodes);
        Optional<String> refusal = running.enter(
                next, others -> moment.refusal(site.cluster(), ground.field().nodes(), others, next));
        if (refusal.isPresent()) {
            return new Readiness.Refused(refusal.get());
        }
        try {
            arm(means, nodes);
        } catch (IOException | RuntimeException e) {
            running.leave(id);
            throw e;
        }
        return new Readiness.Ready(ground.shown(nodes), means.shown());
    }

    private void arm(Means means, List<Node> nodes) throws IOException, InterruptedException {
        Undo undo = new Undo(
                site.run(),
                id,
                site.choice(),
                means.choice(),
                nodes.stream().map(Node::name).toList(),
                Map.of(),
                site.clock().instant().plus(moment.atMost()));
        Life planned = Life.planned(undo, site.cluster(), means.provider(), site.chronicle(), site.clock());
        life = Optional.of(planned);
        planned.arm(moment.atMost());
    }

    @Override
    public void inject() throws IOException, InterruptedException {
        life().inject();
    }

    @Override
    public Optional<Duration> skew() {
        return life().skew();
    }

    @Override
    public Effect effect() throws IOException, InterruptedException {
        return life().look();
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        return life().done();
    }

    @Override
    public void heal() throws IOException {
        if (life.isEmpty()) {
            return;
        }
        try {
            life.get().heal();
        } catch (InterruptedException e) {
            throw new IOException(life.get().undo() + ": its healing was interrupted", e);
        }
        running.leave(id);
    }

    private Life life() {
        return life.orElseThrow(() -> new IllegalStateException("injection " + id + " was not prepared"));
    }
}
