package squall.testbed.cassandra.rule;

/**
 * A rule as Byteman reads it.
 *
 * @param name tells everything that must be known of it later; no other rule of the node has it
 */
public record BytemanRule(String name, String text) {
    private static final String GATE = "squall.testbed.cassandra.agent.RuleGate.";

    /**
     * @param place of the trigger: lines {@code CLASS} and {@code METHOD}
     * @param condition in addition to the deadline; in Byteman's language, like the action
     * @param untilMs how long the node's JVM has run when the rule ends by itself
     */
    static BytemanRule of(String name, String place, String condition, String action, long untilMs) {
        return new BytemanRule(
                name,
                "RULE " + name + "\n" + place + "AT ENTRY\nIF " + condition + " AND " + GATE + "before(\"" + untilMs
                        + "\")\nDO " + action + "\nENDRULE\n");
    }

    /** A call of what the agent offers. */
    static String gate(String method, String... arguments) {
        return GATE + method + "(" + String.join(", ", arguments) + ")";
    }

    static String quoted(Object text) {
        return "\"" + text + "\"";
    }
}
