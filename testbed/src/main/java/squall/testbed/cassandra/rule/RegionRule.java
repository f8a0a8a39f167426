package squall.testbed.cassandra.rule;

/**
 * Delays messages between data centres as long as the node runs. Streams are not messages and pass.
 *
 * <p>The place is behind that of {@link LinkRule}: a message that such a rule has delayed does not come here, so its delay must contain
 * this one.
 *
 * @param apartMs one way
 */
public record RegionRule(long apartMs) {
    private static final String CONFIGURED = "org.apache.cassandra.config.DatabaseDescriptor.";

    /** For the receiving node. */
    public String text() {
        // The class is named, because Byteman's own trigger for a rule at the entry is a call of 'execute' too.
        String later = BytemanRule.gate(
                "later", "$1.header().verb.stage.executor()", "$1", BytemanRule.quoted(apartMs), BytemanRule.quoted(0));
        return "RULE regions are apart\n"
                + "CLASS org.apache.cassandra.net.InboundMessageHandler\n"
                + "METHOD dispatch\n"
                + "AT INVOKE org.apache.cassandra.concurrent.Stage.execute\n"
                + "IF NOT " + CONFIGURED + "getLocalDataCenter().equals("
                + CONFIGURED + "getEndpointSnitch().getDatacenter($1.header().from))\n"
                + "DO " + later + "; RETURN\n"
                + "ENDRULE\n";
    }
}
