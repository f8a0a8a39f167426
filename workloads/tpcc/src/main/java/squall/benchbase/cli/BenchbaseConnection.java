package squall.benchbase.cli;

import java.util.Map;
import java.util.Optional;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.ConfiguredServer;
import squall.cli.StartMessages;
import squall.cli.TargetRegistry;
import squall.scenario.ProviderSpec;
import squall.spi.NearestName;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.PasswordPrompt;
import squall.tpcc.run.TpccLoad;

/**
 * Connection to the database of a run.
 *
 * @param sessions set-up of each session, as in the file
 * @param prompt asks for a password if the server requires one and none is given
 */
record BenchbaseConnection(SqlSettings settings, SessionSetup sessions, PasswordPrompt prompt) {
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
        Optional<String> testbed = own.testbed.or(() -> config.extension().testbed());
        Target target = own.url.isPresent() || testbed.isEmpty()
                ? new Target("", own.url.orElse(server.url()), server.username(), server.password(), Map.of())
                : started(own.testbed.isPresent() ? "--testbed" : config.name() + ": <testbed>", testbed.get(), say);
        return new BenchbaseConnection(settings(target, server), server.sessions(), PasswordPrompt.atTerminal());
    }

    /** Returns the settings of connections to a target, with the isolation and the retries of the file. */
    static SqlSettings settings(Target target, ConfiguredServer server) {
        return SqlSettings.of(target.url(), target.user(), target.password())
                .withIsolation(server.isolation())
                .withRetries(server.retries());
    }

    /**
     * Connects to the database, and checks that it can run TPC-C.
     *
     * @throws CommandException if no server answers, the address is invalid, the set-up of sessions is refused, or the database cannot run
     *     TPC-C
     */
    SqlDatabase connect() throws CommandException, InterruptedException {
        return CommandStep.of(() -> {
            SqlDatabase database = SqlDatabase.connect(settings, sessions, prompt);
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
}
