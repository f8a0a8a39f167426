package squall.adversity.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.adversity.Lacks;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers a treatment of node after node, one at a time, with the option {@code settle}: how long it is quiet after each. */
interface InTurn extends FaultProvider {
    Duration SETTLE = Duration.ofSeconds(5);

    /** The options beside {@code settle}. */
    List<String> own();

    /** Which of the cluster's interfaces it is done by. */
    Class<?> means();

    /**
     * What is done to a node.
     *
     * @param before what {@link Treatment#facts} told; empty on paper
     * @throws IllegalArgumentException if an option has no such value
     */
    Treatment treatment(Cluster cluster, Options options, Map<String, String> before);

    /** One at a time is away; the others serve. */
    @Override
    default Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    default Optional<String> refusal(Cluster cluster, Options options) {
        settle(options);
        treatment(cluster, options, Map.of());
        return Lacks.of(cluster, means());
    }

    @Override
    default Fault fault(Scene scene, Options options) {
        return new Roll(scene, settle(options), treatment(scene.cluster(), options, scene.facts()));
    }

    private Duration settle(Options options) {
        options.allowOnly(Stream.concat(own().stream(), Stream.of("settle")).toList());
        return options.duration("settle", SETTLE);
    }
}
