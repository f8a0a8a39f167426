package squall.testbed.cassandra.agent;

/** Management of the rules in a node, through its management port. The caller chooses the names of rules; each name is used once. */
public interface RulesMXBean {
    /**
     * Installs a rule, which takes effect before it returns. @throws IllegalArgumentException with Byteman's message, if the text is not a
     * rule or the name exists
     */
    void install(String name, String text);

    /** Removes a rule and releases all threads that it delays; does nothing if there is no rule with this name. */
    void remove(String name);

    /** Returns the names of all rules, including expired ones. */
    String[] getNames();

    /** Returns the milliseconds since the node's JVM began; no change of a clock affects them. */
    long getUptimeMs();

    /** Returns the node's wall-clock time in milliseconds since 1970. */
    long getTimeMs();

    /**
     * Sends another node an echo request and waits for the answer.
     *
     * @param peer as {@code HOST:PORT} of the connections between nodes
     * @return duration in nanoseconds; {@link #NO_ANSWER} if no answer came within the limit
     */
    long echo(String peer, long limitMs);

    /**
     * Writes a byte to a file with a sync, as Cassandra writes to its disk.
     *
     * @param file created, and deleted when it is written
     * @return duration in nanoseconds; {@link #NO_ANSWER} if it did not end within the limit
     */
    long sync(String file, long limitMs);

    /** Value in place of a duration. */
    long NO_ANSWER = -1;
}
