package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;

/** Cluster of one node that is disturbed or not, and a fault that does it; every call fails when the test says so. */
final class World implements Cluster, FaultProvider {
    static final Node NODE = new Node("n1", "127.0.0.1", 5432, "a", "r");

    /** Source of failures; asked once for each call. */
    interface Weather {
        /** Fails before anything was done. */
        boolean before();

        /** Fails when all was done. */
        boolean after();
    }

    static final Weather FAIR = new Weather() {
        @Override
        public boolean before() {
            return false;
        }

        @Override
        public boolean after() {
            return false;
        }
    };

    boolean disturbed;

    /** State of the cluster: true once it is no longer found. */
    boolean removed;

    Weather weather = FAIR;

    private void done(Runnable what) throws IOException {
        if (weather.before()) {
            throw new IOException("refused");
        }
        what.run();
        if (weather.after()) {
            throw new IOException("no answer");
        }
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return new Fault() {
            @Override
            public List<String> steps() {
                return List.of("inject: disturb n1", "heal: calm n1");
            }

            @Override
            public Map<String, String> facts() throws IOException {
                done(() -> {});
                return Map.of("was", "calm");
            }

            @Override
            public void inject(Duration atMost) throws IOException {
                done(() -> disturbed = true);
            }

            @Override
            public FaultEffect effect() throws IOException {
                done(() -> {});
                return new FaultEffect(disturbed, disturbed ? "n1 is disturbed" : "n1 is calm");
            }

            @Override
            public void heal() throws IOException {
                done(() -> disturbed = false);
            }
        };
    }

    @Override
    public String kind() {
        return "disturb";
    }

    @Override
    public String summary() {
        return "disturbs";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        return Optional.empty();
    }

    @Override
    public Target target() {
        return new Target("world", "none", "", "", Map.of());
    }

    @Override
    public List<Node> nodes() {
        return List.of(NODE);
    }

    @Override
    public State state(Node node) {
        return disturbed ? State.PAUSED : State.UP;
    }
}
