package squall.spi;

import java.util.List;

/**
 * Record of the steps by which a driver whose connections all sessions share lost nodes and connected to them again.
 *
 * @param omitted number of further steps, which were too many to keep
 */
public record DriverSteps(List<NodeStep> steps, long omitted) {
    /** Steps of a load whose sessions have their own connections. */
    public static final DriverSteps NONE = new DriverSteps(List.of(), 0);

    public DriverSteps {
        steps = List.copyOf(steps);
    }

    /** Step that concerns one node. @param node host:port */
    public record NodeStep(String node, ConnectionStep step) {}
}
