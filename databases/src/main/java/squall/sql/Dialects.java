package squall.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import squall.sql.Dialect.Server;

/** The dialects that are built in, and which one a server speaks: those that jars bring are asked first. */
public final class Dialects {
    public static final Dialect POSTGRES = new PostgresDialect();
    public static final Dialect COCKROACHDB = new CockroachDialect();
    public static final Dialect YUGABYTEDB = new YugabyteDialect();

    /** Of every server that no other dialect knows. */
    public static final Dialect GENERIC = new GenericDialect();

    /** The last one speaks with every server. */
    private static final List<Dialect> BUILT_IN = List.of(YUGABYTEDB, COCKROACHDB, POSTGRES, GENERIC);

    private Dialects() {}

    /** @throws IllegalArgumentException if a jar's dialect cannot be used, or several of them claim the server */
    static Dialect of(Server server) {
        return of(server, brought());
    }

    static Dialect of(Server server, List<Dialect> brought) {
        List<Dialect> speaking =
                brought.stream().filter(dialect -> dialect.speaks(server)).toList();
        if (speaking.size() > 1) {
            throw new IllegalArgumentException("several dialects on the class path claim " + server.product() + " "
                    + server.version() + ": "
                    + speaking.stream().map(d -> d.getClass().getName()).collect(Collectors.joining(", "))
                    + "; leave all but one of their jars out");
        }
        return speaking.isEmpty()
                ? BUILT_IN.stream()
                        .filter(dialect -> dialect.speaks(server))
                        .findFirst()
                        .orElse(GENERIC)
                : speaking.getFirst();
    }

    private static List<Dialect> brought() {
        List<Dialect> dialects = new ArrayList<>();
        try {
            ServiceLoader.load(Dialect.class).forEach(dialects::add);
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("a dialect on the class path cannot be used: " + e.getMessage(), e);
        }
        return dialects;
    }
}
