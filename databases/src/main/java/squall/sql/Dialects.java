package squall.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import squall.sql.MySqlDialect.Make;
import squall.sql.SqlDialect.Server;

/** The built-in dialects, and the choice of the dialect for a server: dialects from jars are asked first. */
public final class Dialects {
    public static final SqlDialect POSTGRES = new PostgresDialect();
    public static final SqlDialect COCKROACHDB = new CockroachDialect();
    public static final SqlDialect YUGABYTEDB = new YugabyteDialect();

    public static final SqlDialect MARIADB = new MySqlDialect(Make.MARIADB);
    public static final SqlDialect TIDB = new MySqlDialect(Make.TIDB);
    public static final SqlDialect MYSQL = new MySqlDialect(Make.MYSQL);

    /** Of every server that no other dialect knows. */
    public static final SqlDialect GENERIC = new GenericDialect();

    /** The last one accepts every server. */
    private static final List<SqlDialect> BUILT_IN =
            List.of(YUGABYTEDB, COCKROACHDB, POSTGRES, MARIADB, TIDB, MYSQL, GENERIC);

    private Dialects() {}

    /** @throws IllegalArgumentException if a jar's dialect cannot be used, or several of them claim the server */
    static SqlDialect of(Server server) {
        return of(server, brought());
    }

    static SqlDialect of(Server server, List<SqlDialect> brought) {
        List<SqlDialect> speaking =
                brought.stream().filter(dialect -> dialect.speaks(server)).toList();
        if (speaking.size() > 1) {
            throw new IllegalArgumentException("several dialects on the class path claim " + server.product() + " "
                    + server.version() + ": "
                    + speaking.stream().map(d -> d.getClass().getName()).collect(Collectors.joining(", "))
                    + "; remove all but one of their jars");
        }
        return speaking.isEmpty()
                ? BUILT_IN.stream()
                        .filter(dialect -> dialect.speaks(server))
                        .findFirst()
                        .orElse(GENERIC)
                : speaking.getFirst();
    }

    private static List<SqlDialect> brought() {
        List<SqlDialect> dialects = new ArrayList<>();
        try {
            ServiceLoader.load(SqlDialect.class).forEach(dialects::add);
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("a dialect on the class path cannot be used: " + e.getMessage(), e);
        }
        return dialects;
    }

    /** Standard SQL, for a server of which nothing else is known. */
    static final class GenericDialect implements SqlDialect {
        @Override
        public String product() {
            return "generic";
        }

        @Override
        public boolean speaks(Server server) {
            return true;
        }

        @Override
        public String toString() {
            return "GENERIC";
        }
    }
}
