package squall.sysbench.cli;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import squall.cli.TargetRegistry;
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
 * @param properties handed to the driver
 */
public record SqlLogin(
        String url, String user, String password, Duration statementTimeout, Map<String, String> properties) {
    private static final Pattern LIBPQ =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<place>[^@]*)");

    public static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    private static final String EMBEDDED = "postgres";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SOCKET_MARGIN = Duration.ofSeconds(2);
    private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(10);
    private static final int RETRIES = 10;

    public SqlLogin {
        properties = Map.copyOf(properties);
    }

    /** Without options for the driver, and with the usual limit for statements. */
    public SqlLogin(String url, String user, String password) {
        this(url, user, password, STATEMENT_TIMEOUT, Map.of());
    }

    /** An address of JDBC's, or one of PostgreSQL's: {@code postgresql://user:password@host:26257/kv?sslmode=disable}. */
    public static SqlLogin of(String address, String user, String password) {
        Matcher libpq = LIBPQ.matcher(address);
        if (!libpq.matches()) {
            return new SqlLogin(address, user, password);
        }
        return new SqlLogin(
                "jdbc:postgresql://" + libpq.group("place"),
                user.isEmpty() ? decoded(libpq.group("user")) : user,
                password.isEmpty() ? decoded(libpq.group("password")) : password);
    }

    private static String decoded(@Nullable String text) {
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The embedded database, started if it does not run. @param say hears what takes longer than a moment, and where it is */
    public static SqlLogin embedded(Consumer<String> say) throws CommandException, InterruptedException {
        Target target = TargetRegistry.load()
                .up(EMBEDDED, "the embedded database", say)
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE, "this installation has no embedded database: name one with --url"));
        say.accept("embedded database at " + target.url() + " (--url names another)");
        return new SqlLogin(target.url(), target.user(), target.password());
    }

    /** The same with more for the driver. */
    public SqlLogin with(Map<String, String> more) {
        return new SqlLogin(url, user, password, statementTimeout, more);
    }

    /** Asks for a password where one is needed and none given. @throws CommandException if no server answers there, or the address cannot be read */
    public SqlDatabase connect() throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(
                    new SqlSettings(
                            url,
                            user,
                            password,
                            "",
                            true,
                            CONNECT_TIMEOUT,
                            statementTimeout,
                            statementTimeout.plus(SOCKET_MARGIN),
                            RECONNECT_WITHIN,
                            RETRIES,
                            0,
                            properties),
                    SessionSetup.USUAL,
                    PasswordPrompt.atTerminal());
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return "SqlLogin[" + SecretMasking.mask(url) + "]";
    }
}
