package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Secrets;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;

/**
 * Where the database is, and how to get in.
 *
 * @param password never printed
 * @param statementTimeout on the server
 */
record SqlAddress(String url, String user, String password, Duration statementTimeout) {
    private static final String EMBEDDED = "postgres";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final long STATEMENT_TIMEOUT_MS = 10_000;
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(2);
    private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(10);

    /** What the command line says; without a word of it the embedded database, started if it does not run. */
    static SqlAddress of(Given given, Consumer<String> say) throws CommandException, InterruptedException {
        if (given.has("url") && given.has("nodes")) {
            throw Given.usage("--url and --nodes both say where the database is: leave one out");
        }
        String user = given.text("username").orElse("");
        String password = given.text("password").orElse("");
        Duration limit = Duration.ofMillis(given.number("statement_timeout_ms", STATEMENT_TIMEOUT_MS, 1));
        if (given.has("url")) {
            return new SqlAddress(given.text("url").orElse(""), user, password, limit);
        }
        if (given.has("nodes")) {
            return new SqlAddress(ofNodes(given), user.isEmpty() ? "postgres" : user, password, limit);
        }
        Target target = Embedded.up(EMBEDDED, say);
        return new SqlAddress(target.url(), target.user(), target.password(), limit);
    }

    /** @throws CommandException if no server answers there, or the address cannot be read */
    SqlDatabase connect(String isolation, int retries) throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(settings(isolation, retries));
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private SqlSettings settings(String isolation, int retries) {
        return new SqlSettings(
                url,
                user,
                password,
                isolation,
                true,
                CONNECT_TIMEOUT,
                statementTimeout,
                statementTimeout.plus(SOCKET_MARGIN),
                RECONNECT_WITHIN,
                retries,
                0,
                Map.of());
    }

    private static String ofNodes(Given given) throws CommandException {
        return "jdbc:postgresql://" + String.join(",", Nodes.of(given)) + "/"
                + given.text("default_postgres_database").orElse("postgres");
    }

    @Override
    public String toString() {
        return "SqlAddress[" + Secrets.mask(url) + "]";
    }
}
