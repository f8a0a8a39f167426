package squall.benchbase.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.ConfiguredServer;
import squall.cli.TargetRegistry;
import squall.spi.NearestName;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;

/**
 * Where the database is, and how to get in.
 *
 * @param password never printed
 * @param prompt for the password, where one is needed and none given
 */
record BenchbaseConnection(String url, String user, String password, PasswordPrompt prompt) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(40);
    private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(10);

    /**
     * The command line's address, or else the file's testbed, started if it does not run, or else the file's address.
     *
     * @param say is told what was started, one line
     */
    static BenchbaseConnection of(ConfigFile config, Optional<String> url, Consumer<String> say)
            throws CommandException, InterruptedException {
        ConfiguredServer server = config.server();
        if (url.isPresent()) {
            return new BenchbaseConnection(
                    url.get(), server.username(), server.password(), PasswordPrompt.atTerminal());
        }
        Optional<String> testbed = config.extension().testbed();
        if (testbed.isEmpty()) {
            return new BenchbaseConnection(
                    server.url(), server.username(), server.password(), PasswordPrompt.atTerminal());
        }
        Target target = started(config.name(), testbed.get(), say);
        say.accept("testbed " + testbed.get() + " at " + target.url() + " (use --url for another database)");
        return new BenchbaseConnection(target.url(), target.user(), target.password(), PasswordPrompt.atTerminal());
    }

    /** @throws CommandException if no server answers there, the address cannot be read, or the set-up of sessions is refused */
    SqlDatabase connect(ConfiguredServer server) throws CommandException, InterruptedException {
        return connect(server, UnaryOperator.identity());
    }

    /** As above. @param changed what holds instead of the file's settings */
    SqlDatabase connect(ConfiguredServer server, UnaryOperator<SqlSettings> changed)
            throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(changed.apply(settings(server)), server.sessions(), prompt);
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private SqlSettings settings(ConfiguredServer server) {
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
        TargetRegistry targets = TargetRegistry.load();
        return targets.up(kind, "testbed " + kind, say)
                .orElseThrow(() -> BenchbaseInvocation.wrong(file + ": <testbed> must be one of " + targets.kinds()
                        + ", not '" + kind + "'" + NearestName.hint(kind, targets.kinds())));
    }

    @Override
    public String toString() {
        return "BenchbaseConnection[" + SecretMasking.mask(url) + "]";
    }
}
