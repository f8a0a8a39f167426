package squall.testbed.cassandra.agent;

/** What can be asked of the rules in a node, through its management port. Names of rules are the caller's; one name stands for one rule. */
public interface RulesMXBean {
    /** Takes effect before it returns. @throws IllegalArgumentException with Byteman's words, if the text is no rule or a name is taken */
    void install(String name, String text);

    /** Releases everything that the rule keeps waiting; does nothing if there is no rule with this name. */
    void remove(String name);

    /** The names of all rules, those too whose time is over. */
    String[] getNames();

    /** Milliseconds since the node's JVM began; no change of any clock touches it. */
    long getUptimeMs();

    /** What the node takes for the time: milliseconds since 1970. */
    long getTimeMs();

    /**
     * Sends another node an echo request and waits for the answer.
     *
     * @param peer as {@code HOST:PORT} of the connections between nodes
     * @return nanoseconds it took; {@link #NO_ANSWER} if none came within the limit
     */
    long echo(String peer, long limitMs);

    /**
     * Writes a byte to a file as Cassandra writes to its disk, forced.
     *
     * @param file made, and deleted when it is written
     * @return nanoseconds it took; {@link #NO_ANSWER} if it did not end within the limit
     */
    long sync(String file, long limitMs);

    /** In place of a time. */
    long NO_ANSWER = -1;
}
