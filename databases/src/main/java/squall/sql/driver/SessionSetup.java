package squall.sql.driver;

import java.util.List;

/**
 * Setup of the connections that carry measured operations, as requested by the user beyond {@link SqlSettings}. It does not apply to
 * loading and administration.
 *
 * @param setUp statements that run on each new connection before any other, in this order, one by one
 * @param connectionPerUnit whether each unit of work has its own connection, opened and closed within it and its latency; later attempts
 *     use the same one
 */
public record SessionSetup(List<String> setUp, boolean connectionPerUnit) {
    /** Default setup. */
    public static final SessionSetup USUAL = new SessionSetup(List.of(), false);

    public SessionSetup {
        setUp = List.copyOf(setUp);
    }
}
