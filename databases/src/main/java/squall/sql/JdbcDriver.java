package squall.sql;

import java.io.IOException;
import java.sql.Driver;

/** A JDBC driver that is named by its class, for jars that do not announce theirs. */
public final class JdbcDriver {
    /** Where the JVM looks for names of drivers; handed on to processes that heal. */
    public static final String PROPERTY = "jdbc.drivers";

    private JdbcDriver() {}

    /**
     * Loads the class, which registers itself with the JVM.
     *
     * @param name of the class; empty: nothing is loaded
     * @throws IllegalArgumentException if there is no such class, or it is no driver
     * @throws IOException if it is there and cannot be initialised
     */
    public static void load(String name, ClassLoader classes) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        try {
            if (!Driver.class.isAssignableFrom(Class.forName(name, true, classes))) {
                throw new IllegalArgumentException(name + " is no JDBC driver: it does not implement java.sql.Driver");
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + name + " on the class path; add its jar with -cp, or leave the driver out:"
                            + " the address selects it",
                    e);
        } catch (LinkageError e) { // a static initialiser that fails is one too
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("JDBC driver " + name + " cannot be initialised: " + cause, e);
        }
        System.setProperty(PROPERTY, name);
    }
}
