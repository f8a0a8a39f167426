package squall.benchbase.cli;

import java.util.Optional;
import java.util.function.UnaryOperator;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.ConfiguredServer;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.scenario.ProviderSpec;
import squall.spi.NearestName;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;
import squall.tpcc.run.TpccLoad;

/**
 * Address of the database, and the credentials of its sessions.
 *
 * @param password never printed
 * @param prompt asks for a password if the server requires one and none is given
 */
record BenchbaseConnection(String url, String user, String password, PasswordPrompt prompt) {
    /**
     * Chooses the address: that of {@code --url}, else of the testbed that the command line or the file names, which is started if it does
     * not run, else of the file.
     *
     * @param say receives one line for each step of a testbed's start, and its address
     * @throws CommandException if there is no such testbed, or it cannot be started
     */
    static BenchbaseConnection of(ConfigFile config, SquallFlags own, StartMessages say)
            throws CommandException, InterruptedException {
        ConfiguredServer server = config.server();
        if (own.url.isPresent()) {
            return new BenchbaseConnection(
                    own.url.get(), server.username(), server.password(), PasswordPrompt.atTerminal());
        }
        Optional<String> testbed = own.testbed.or(() -> config.extension().testbed());
        if (testbed.isEmpty()) {
            return new BenchbaseConnection(
                    server.url(), server.username(), server.password(), PasswordPrompt.atTerminal());
        }
        Target target =
                started(own.testbed.isPresent() ? "--testbed" : config.name() + ": <testbed>", testbed.get(), say);
        return new BenchbaseConnection(target.url(), target.user(), target.password(), PasswordPrompt.atTerminal());
    }

    /**
     * Connects to the database, and checks that it can run TPC-C.
     *
     * @throws CommandException if no server answers, the address is invalid, the set-up of sessions is refused, or the database cannot run
     *     TPC-C
     */
    SqlDatabase connect(ConfiguredServer server) throws CommandException, InterruptedException {
        return connect(server, UnaryOperator.identity());
    }

    /** Connects as above. @param changed changes the settings of the file */
    SqlDatabase connect(ConfiguredServer server, UnaryOperator<SqlSettings> changed)
            throws CommandException, InterruptedException {
        return CommandStep.of(() -> {
            SqlSettings ofFile = SqlSettings.of(url, user, password)
                    .withIsolation(server.isolation())
                    .withRetries(server.retries());
            SqlDatabase database = SqlDatabase.connect(changed.apply(ofFile), server.sessions(), prompt);
            TpccLoad.require(database);
            return database;
        });
    }

    private static Target started(String where, String testbed, StartMessages say)
            throws CommandException, InterruptedException {
        TargetRegistry targets = TargetRegistry.load();
        try {
            ProviderSpec chosen = ProviderSpec.parse(where, testbed);
            String kind = chosen.kind();
            Target target = targets.up(kind, chosen.options(), "testbed " + kind, say)
                    .orElseThrow(() -> CommandException.usage(where + " must be one of " + targets.kinds() + ", not '"
                            + kind + "'" + NearestName.hint(kind, targets.kinds())));
            targets.announce(
                    "testbed " + testbed + " at " + target.url() + " (--url names another)",
                    kind,
                    chosen.options(),
                    say);
            return target;
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    @Override
    public String toString() {
        return "BenchbaseConnection[" + SecretMasking.mask(url) + "]";
    }
}
