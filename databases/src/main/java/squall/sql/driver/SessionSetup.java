package squall.sql.driver;

import java.util.List;

/**
 * What a user asks of the connections that carry measured operations, beyond {@link SqlSettings}. Loading and administration know nothing
 * of it.
 *
 * @param setUp statements that run on each new connection before anything else does, in this order, each for itself
 * @param connectionPerUnit whether each unit of work has its own connection, opened and closed within it and its latency; later attempts
 * use the same one
 */
public record SessionSetup(List<String> setUp, boolean connectionPerUnit) {
    /** Nothing in particular. */
    public static final SessionSetup USUAL = new SessionSetup(List.of(), false);

    public SessionSetup {
        setUp = List.copyOf(setUp);
    }
}
