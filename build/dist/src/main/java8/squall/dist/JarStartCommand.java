package squall.dist;

import java.lang.reflect.InvocationTargetException;

/**
 * Command of {@code java -jar lib/squall.jar}. Compiled for Java 8, so that it can tell the user of an older Java which one Squall needs;
 * the JVM itself would print a stack trace about class file versions.
 */
public final class JarStartCommand {
    private static final int NEEDED = 21;
    private static final int UNUSABLE = 5; // as squall.system.ExitCode has it, which is compiled for a newer Java

    private JarStartCommand() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        int found = feature(System.getProperty("java.specification.version"));
        if (found < NEEDED) {
            System.err.println("squall: Java " + NEEDED + " or newer is required, but this is Java " + found + " in "
                    + System.getProperty("java.home")
                    + ": run the 'java' of a newer JDK, or use the scripts in bin/, which look for one");
            System.exit(UNUSABLE);
        }
        try {
            Class.forName("squall.apps.cli.SampleAppsCommand")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
    }

    /** Returns the feature release of a version: 8 of {@code 1.8}, 17 of {@code 17}. */
    private static int feature(String version) {
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }
}
