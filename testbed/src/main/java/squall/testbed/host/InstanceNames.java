package squall.testbed.host;

/** Rule for the names of instances: words that are safe as a folder, in a configuration file and in a shell. */
public final class InstanceNames {
    private static final String FORM = "[a-z][a-z0-9-]{0,39}";

    private InstanceNames() {}

    /** Returns the name. @throws IllegalArgumentException if it is invalid */
    public static String checked(String name) {
        if (!name.matches(FORM)) {
            throw new IllegalArgumentException("the name of a server must match " + FORM + ", not '" + name + "'");
        }
        return name;
    }
}
