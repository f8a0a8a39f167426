package squall.sql.driver;

import java.io.IOException;
import java.sql.Driver;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Loader of a JDBC driver that is named by its class, for jars that do not announce theirs. */
public final class JdbcDriver {
    /** Name of the system property with the drivers' names; passed on to processes that heal. */
    public static final String PROPERTY = "jdbc.drivers";

    private JdbcDriver() {}

    /**
     * Loads a driver for a command; see {@link #load}.
     *
     * @param origin of the name, at the head of a message: {@code --driver}
     */
    public static void require(String origin, String name, ClassLoader classes) throws CommandException {
        try {
            load(name, classes);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(origin + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, origin + ": " + e.getMessage(), e);
        }
    }

    /**
     * Loads the class, which registers itself with the JVM.
     *
     * @param name of the class; empty: nothing is loaded
     * @throws IllegalArgumentException if there is no such class, or it is no driver
     * @throws IOException if it exists and cannot be initialised
     */
    public static void load(String name, ClassLoader classes) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        try {
            if (!Driver.class.isAssignableFrom(Class.forName(name, true, classes))) {
                throw new IllegalArgumentException(
                        name + " is not a JDBC driver: it does not implement java.sql.Driver");
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + name + " on the class path; add its jar with -cp, or omit the driver:"
                            + " the address selects it",
                    e);
        } catch (LinkageError e) { // a static initialiser that fails is one too
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("JDBC driver " + name + " cannot be initialised: " + cause, e);
        }
        System.setProperty(PROPERTY, name);
    }
}
