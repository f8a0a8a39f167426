package squall.cql.driver;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.connection.ExponentialReconnectionPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reconnection policy of the driver with the driver's own pauses, which it logs. Created by the driver, by its class name. */
public final class LoggedReconnectionPolicy extends ExponentialReconnectionPolicy {
    private final AtomicReference<@Nullable NodeConnectionLog> log = new AtomicReference<>();

    /** Creates a policy; called by the driver. */
    public LoggedReconnectionPolicy(DriverContext context) {
        super(context);
    }

    /** Sets the log of pauses from now on. May be called from any thread. */
    void logTo(NodeConnectionLog receiver) {
        log.set(receiver);
    }

    /** {@inheritDoc} The driver takes a new schedule each time that it begins to reconnect to a node, and asks it for each pause. */
    @Override
    public ReconnectionSchedule newNodeSchedule(Node node) {
        ReconnectionSchedule schedule = super.newNodeSchedule(node);
        NodeConnectionLog begun = log.get();
        if (begun != null) {
            begun.reconnecting(node);
        }
        return () -> {
            Duration pause = schedule.nextDelay();
            NodeConnectionLog going = log.get();
            if (going != null) {
                going.pausing(node, pause);
            }
            return pause;
        };
    }
}
