package squall.sysbench.cli;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/** Login of a SQL database, which connects when it is first asked to. One thread. */
public final class SqlLogin {
    private static final Pattern LIBPQ =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<place>[^@]*)");

    /** Limit of a statement on the server, unless another is wanted. */
    public static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    private final SqlSettings settings;
    private Optional<SqlDatabase> database = Optional.empty();

    /**
     * @param statementTimeout on the server
     * @param properties handed to the driver
     */
    public SqlLogin(Target target, Duration statementTimeout, Map<String, String> properties) {
        settings = SqlSettings.of(target.url(), target.user(), target.password())
                .withStatementTimeout(statementTimeout)
                .with(properties);
    }

    /** Reads an address of JDBC's, or one of PostgreSQL's: {@code postgresql://user:password@host:26257/kv?sslmode=disable}. */
    public static Target target(String address, String user, String password) {
        Matcher libpq = LIBPQ.matcher(address);
        if (!libpq.matches()) {
            return new Target("", address, user, password, Map.of());
        }
        return new Target(
                "",
                "jdbc:postgresql://" + libpq.group("place"),
                user.isEmpty() ? decoded(libpq.group("user")) : user,
                password.isEmpty() ? decoded(libpq.group("password")) : password,
                Map.of());
    }

    private static String decoded(@Nullable String text) {
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** Returns the embedded database, started if it does not run. @param say hears what takes longer than a moment, and where it is */
    public static Target embedded(StartMessages say) throws CommandException, InterruptedException {
        return TargetRegistry.load().embedded("postgres", "--url", say);
    }

    /**
     * Connects, once, and asks for a password where one is needed and none given.
     *
     * @throws IOException if no server answers there
     * @throws IllegalArgumentException if the address cannot be read
     */
    public SqlDatabase connect() throws IOException, InterruptedException {
        if (database.isEmpty()) {
            database = Optional.of(SqlDatabase.connect(settings, SessionSetup.USUAL, PasswordPrompt.atTerminal()));
        }
        return database.get();
    }

    @Override
    public String toString() {
        return "SqlLogin[" + SecretMasking.mask(settings.url()) + "]";
    }
}
