package squall.sysbench.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import squall.cli.StartMessages;
import squall.spi.Target;
import squall.system.CommandException;

/** The options that say where the database is: sysbench's for PostgreSQL, and a JDBC address in their place. */
final class SysbenchAddress {
    private static final String PGSQL = "pgsql";

    @Option(names = "--db-driver", paramLabel = "NAME", description = "pgsql; for others give --url.")
    private String dbDriver = PGSQL;

    @Option(
            names = "--pgsql-host",
            paramLabel = "HOST",
            description = "Server, or several with commas (default: localhost where another of these is given, else the"
                    + " embedded database).")
    private Optional<String> host = Optional.empty();

    @Option(names = "--pgsql-port", paramLabel = "N", description = "Port (default: 5432).")
    private Optional<Integer> port = Optional.empty();

    @Option(names = "--pgsql-user", paramLabel = "NAME", description = "User (default: sbtest).")
    private Optional<String> user = Optional.empty();

    @Option(
            names = "--pgsql-password",
            paramLabel = "TEXT",
            description = "Password: itself, env:NAME, file:/path or prompt:; else PGPASSWORD.")
    private Optional<String> password = Optional.empty();

    @Option(names = "--pgsql-db", paramLabel = "NAME", description = "Database (default: sbtest).")
    private Optional<String> database = Optional.empty();

    @Option(names = "--url", paramLabel = "URL", description = "JDBC address in place of --pgsql-host, -port and -db.")
    private Optional<String> url = Optional.empty();

    /** @throws CommandException if the options contradict each other */
    void require() throws CommandException {
        if (!dbDriver.toLowerCase(Locale.ROOT).equals(PGSQL)) {
            throw CommandException.usage("--db-driver must be pgsql, not '" + dbDriver
                    + "': to reach another database give its JDBC address with --url and its driver with -cp");
        }
        if (url.isPresent() && (host.isPresent() || port.isPresent() || database.isPresent())) {
            throw CommandException.usage(
                    "--url says where the database is: leave --pgsql-host, --pgsql-port and" + " --pgsql-db out");
        }
        if (port.isPresent() && (port.get() < 1 || port.get() > 65_535)) {
            throw CommandException.usage("--pgsql-port must be a port in [1, 65535], not '" + port.get() + "'");
        }
    }

    /** Returns the database that is named; without an option the embedded one, which is started if it does not run. */
    Target target(StartMessages say) throws CommandException, InterruptedException {
        if (url.isPresent()) {
            return SqlLogin.target(url.get(), user.orElse(""), password.orElse(""));
        }
        if (Stream.of(host, port, user, password, database).anyMatch(Optional::isPresent)) {
            String hosts = String.join(
                    ",",
                    Arrays.stream(host.orElse("localhost").split(",", -1))
                            .map(each -> each.strip() + ":" + port.orElse(5432))
                            .toList());
            String address = "jdbc:postgresql://" + hosts + "/" + database.orElse("sbtest");
            return SqlLogin.target(address, user.orElse("sbtest"), password.orElse(""));
        }
        return SqlLogin.embedded(say);
    }
}
