package squall.apps.cli;

import java.time.Duration;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/**
 * Address of a SQL database, with the credentials and settings of the connections.
 *
 * @param password never printed
 * @param statementTimeout on the server
 */
record SqlConnectionOptions(String url, String user, String password, Duration statementTimeout) {
    private static final String EMBEDDED = "postgres";
    private static final long STATEMENT_TIMEOUT_MS = 10_000;

    /** Reads the command line. Without an address it takes the embedded database, which it starts if necessary. */
    static SqlConnectionOptions of(ParsedOptions given, StartMessages say)
            throws CommandException, InterruptedException {
        if (given.has("url") && given.has("nodes")) {
            throw CommandException.usage("--url and --nodes both say where the database is: leave one out");
        }
        String user = given.text("username").orElse("");
        String password = given.text("password").orElse("");
        Duration limit = Duration.ofMillis(given.number("statement_timeout_ms", STATEMENT_TIMEOUT_MS, 1));
        if (given.has("url")) {
            return new SqlConnectionOptions(given.text("url").orElse(""), user, password, limit);
        }
        if (given.has("nodes")) {
            return new SqlConnectionOptions(ofNodes(given), user.isEmpty() ? "postgres" : user, password, limit);
        }
        Target target = TargetRegistry.load().embedded(EMBEDDED, "--nodes or --url", say);
        return new SqlConnectionOptions(target.url(), target.user(), target.password(), limit);
    }

    /** Returns the same options with another address. */
    SqlConnectionOptions at(String other) {
        return new SqlConnectionOptions(other, user, password, statementTimeout);
    }

    /** @throws CommandException if no server answers there, or the address cannot be read */
    SqlDatabase connect(String isolation, int retries) throws CommandException, InterruptedException {
        return CommandStep.of(() -> SqlDatabase.connect(
                SqlSettings.of(url, user, password)
                        .withStatementTimeout(statementTimeout)
                        .withIsolation(isolation)
                        .withRetries(retries),
                SessionSetup.USUAL,
                PasswordPrompt.atTerminal()));
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
