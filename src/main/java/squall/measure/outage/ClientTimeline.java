package squall.measure.outage;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import squall.measure.SuccessGaps.SuccessGap;
import squall.spi.ConnectionStep;
import squall.spi.DriverSteps;

/**
 * Timeline of a run as its load, or a lane of its probes, saw it.
 *
 * @param source its name as a source of evidence
 * @param gaps in which operations were due and none was acknowledged, in order
 * @param connections how they were lost, and others made
 */
public record ClientTimeline(String source, List<SuccessGap> gaps, ClientSteps connections) {
    /** Source of the evidence that the load has. */
    public static final String LOAD = "load";

    public ClientTimeline {
        gaps = List.copyOf(gaps);
    }

    List<ClientStep> steps() {
        return connections.steps();
    }

    /** Lists the steps of one owner that are not over before an interval begins, and begin before it ends. */
    List<ConnectionStep> stepsOf(StepOwner owner, long fromNs, long toNs) {
        return steps().stream()
                .filter(each -> each.owner().equals(owner)
                        && each.step().toNs() >= fromNs
                        && each.step().fromNs() < toNs)
                .map(ClientStep::step)
                .sorted(Comparator.comparingLong(ConnectionStep::fromNs))
                .toList();
    }

    /**
     * Set of steps by which sessions, or the driver that they share, lost connections and got others.
     *
     * @param steps in the order of their ends
     * @param omitted number of further steps, which were too many to keep
     */
    public record ClientSteps(List<ClientStep> steps, long omitted) {
        /** Set without a step. */
        public static final ClientSteps NONE = new ClientSteps(List.of(), 0);

        public ClientSteps {
            steps = steps.stream()
                    .sorted(Comparator.comparingLong(each -> each.step().toNs()))
                    .toList();
        }

        /** Returns these steps and those of the driver. */
        public ClientSteps and(DriverSteps driver) {
            return new ClientSteps(
                    Stream.concat(
                                    steps.stream(),
                                    driver.steps().stream()
                                            .map(each ->
                                                    new ClientStep(new StepOwner.DriverNode(each.node()), each.step())))
                            .toList(),
                    omitted + driver.omitted());
        }
    }

    /** Step of a client. */
    public record ClientStep(StepOwner owner, ConnectionStep step) {
        boolean is(ConnectionStep.Kind kind) {
            return step.kind() == kind;
        }

        boolean ofDriver() {
            return owner instanceof StepOwner.DriverNode;
        }
    }

    /** Owner of the connection that a step is about. */
    public sealed interface StepOwner {
        /** Returns its name as a source of evidence. */
        String source();

        /** Session with a connection of its own. @param number from 0 */
        record SingleSession(int number) implements StepOwner {
            @Override
            public String source() {
                return "session " + number;
            }
        }

        /** Driver whose connections all sessions share, as far as it is connected to one node. @param node host:port */
        record DriverNode(String node) implements StepOwner {
            @Override
            public String source() {
                return "driver";
            }
        }
    }
}
