package squall.benchbase.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.Server;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Secrets;
import squall.cli.Targets;
import squall.spi.Nearest;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;

/**
 * Where the database is, and how to get in.
 *
 * @param password never printed
 */
record Address(String url, String user, String password) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(40);
    private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(10);

    /**
     * The command line's address, or else the file's testbed, started if it does not run, or else the file's address.
     *
     * @param say hears what was started, one line
     */
    static Address of(ConfigFile config, Optional<String> url, Consumer<String> say)
            throws CommandException, InterruptedException {
        Server server = config.server();
        if (url.isPresent()) {
            return new Address(url.get(), server.username(), server.password());
        }
        Optional<String> testbed = config.extension().testbed();
        if (testbed.isEmpty()) {
            return new Address(server.url(), server.username(), server.password());
        }
        Target target = started(config.name(), testbed.get(), say);
        say.accept("testbed " + testbed.get() + " at " + target.url() + " (--url names another database)");
        return new Address(target.url(), target.user(), target.password());
    }

    /** @throws CommandException if no server answers there, the address cannot be read, or the set-up of sessions is refused */
    SqlDatabase connect(Server server) throws CommandException, InterruptedException {
        return connect(server, UnaryOperator.identity());
    }

    /** As above. @param changed what holds instead of the file's settings */
    SqlDatabase connect(Server server, UnaryOperator<SqlSettings> changed)
            throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(changed.apply(settings(server)), server.sessions());
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private SqlSettings settings(Server server) {
        return new SqlSettings(
                url,
                user,
                password,
                server.isolation(),
                true,
                CONNECT_TIMEOUT,
                STATEMENT_TIMEOUT,
                SOCKET_TIMEOUT,
                RECONNECT_WITHIN,
                server.retries(),
                0,
                Map.of());
    }

    private static Target started(String file, String kind, Consumer<String> say)
            throws CommandException, InterruptedException {
        Targets targets = Targets.load();
        return targets.up(kind, "testbed " + kind, say)
                .orElseThrow(() -> Invocation.wrong(file + ": <testbed> must be one of " + targets.kinds() + ", not '"
                        + kind + "'" + Nearest.hint(kind, targets.kinds())));
    }

    @Override
    public String toString() {
        return "Address[" + Secrets.mask(url) + "]";
    }
}
