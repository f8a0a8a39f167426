package squall.sql;

import java.util.List;

/**
 * What a user asks of the connections that carry measured operations, beyond {@link SqlSettings}. Loading and administration know nothing
 * of it.
 *
 * @param setUp statements that run on each new connection before anything else does, in this order, each for itself
 * @param connectionPerUnit whether each unit of work has a connection of its own, opened and closed within it and its latency; attempts
 *     after the first use the same one
 */
public record SessionTerms(List<String> setUp, boolean connectionPerUnit) {
    /** Nothing in particular. */
    public static final SessionTerms USUAL = new SessionTerms(List.of(), false);

    public SessionTerms {
        setUp = List.copyOf(setUp);
    }
}
