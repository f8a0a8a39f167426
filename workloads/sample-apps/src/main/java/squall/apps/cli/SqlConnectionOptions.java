package squall.apps.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/**
 * Where the database is, and how to get in.
 *
 * @param password never printed
 * @param statementTimeout on the server
 * @param prompt for the password, where one is needed and none given
 */
record SqlConnectionOptions(
        String url, String user, String password, Duration statementTimeout, PasswordPrompt prompt) {
    private static final String EMBEDDED = "postgres";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final long STATEMENT_TIMEOUT_MS = 10_000;
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(2);
    private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(10);

    /** What the command line says; without a word of it the embedded database, started if it does not run. */
    static SqlConnectionOptions of(ParsedOptions given, Consumer<String> say)
            throws CommandException, InterruptedException {
        if (given.has("url") && given.has("nodes")) {
            throw CommandException.usage("--url and --nodes both say where the database is: leave one out");
        }
        String user = given.text("username").orElse("");
        String password = given.text("password").orElse("");
        Duration limit = Duration.ofMillis(given.number("statement_timeout_ms", STATEMENT_TIMEOUT_MS, 1));
        if (given.has("url")) {
            return new SqlConnectionOptions(
                    given.text("url").orElse(""), user, password, limit, PasswordPrompt.atTerminal());
        }
        if (given.has("nodes")) {
            return new SqlConnectionOptions(
                    ofNodes(given), user.isEmpty() ? "postgres" : user, password, limit, PasswordPrompt.atTerminal());
        }
        Target target = EmbeddedTargets.up(EMBEDDED, say);
        return new SqlConnectionOptions(
                target.url(), target.user(), target.password(), limit, PasswordPrompt.atTerminal());
    }

    /** The same user at another address. */
    SqlConnectionOptions at(String other) {
        return new SqlConnectionOptions(other, user, password, statementTimeout, prompt);
    }

    /** @throws CommandException if no server answers there, or the address cannot be read */
    SqlDatabase connect(String isolation, int retries) throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(settings(isolation, retries), SessionSetup.USUAL, prompt);
        } catch (IOException e) {
            throw CommandException.of(e);
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

    private static String ofNodes(ParsedOptions given) throws CommandException {
        return "jdbc:postgresql://" + String.join(",", given.nodes()) + "/"
                + given.text("default_postgres_database").orElse("postgres");
    }

    @Override
    public String toString() {
        return "SqlConnectionOptions[" + SecretMasking.mask(url) + "]";
    }
}
