package squall.testbed.cassandra.rule;

/**
 * Rule in Byteman's language.
 *
 * @param name encodes everything that must be known of it later; unique within the node
 */
public record BytemanRule(String name, String text) {
    private static final String GATE = "squall.testbed.cassandra.agent.RuleGate.";

    /**
     * @param place of the trigger: lines {@code CLASS} and {@code METHOD}
     * @param condition in addition to the deadline; in Byteman's language, like the action
     * @param untilMs uptime of the node's JVM at which the rule expires
     */
    static BytemanRule of(String name, String place, String condition, String action, long untilMs) {
        return new BytemanRule(
                name,
                "RULE " + name + "\n" + place + "AT ENTRY\nIF " + condition + " AND " + GATE + "before(\"" + untilMs
                        + "\")\nDO " + action + "\nENDRULE\n");
    }

    /** Returns a call of one of the agent's methods. */
    static String gate(String method, String... arguments) {
        return GATE + method + "(" + String.join(", ", arguments) + ")";
    }

    static String quoted(Object text) {
        return "\"" + text + "\"";
    }
}
