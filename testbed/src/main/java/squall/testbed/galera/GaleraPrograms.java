package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;
import squall.testbed.host.RunAs;

/**
 * Installation of the required programs on this machine: MariaDB's server, Galera's library, and rsync, by which a joining node copies
 * all data.
 *
 * @param provider Galera's library, which the server loads
 */
public record GaleraPrograms(Path server, Path installer, Path provider) {
    static final String REMEDY =
            "On Debian and Ubuntu: RUNLEVEL=1 apt-get install --no-install-recommends mariadb-server"
                    + " galera-4 rsync (with RUNLEVEL=1 the packages start no server)";

    /** Paths of the library in packages: Debian's, and those of distributions with RPM. */
    private static final List<Path> PROVIDERS = List.of(
            Path.of("/usr/lib/galera/libgalera_smm.so"),
            Path.of("/usr/lib/galera-4/libgalera_smm.so"),
            Path.of("/usr/lib64/galera-4/libgalera_smm.so"));

    private static final Pattern VERSION = Pattern.compile("Ver (\\d+\\.\\d+\\.\\d+)-MariaDB");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Finds the programs on this machine. @throws IOException naming the missing ones, and the remedy */
    public static GaleraPrograms here() throws IOException {
        return among(SearchPath.here(), PROVIDERS);
    }

    /** @param providers paths where the library may be; the first that exists is taken */
    static GaleraPrograms among(SearchPath path, List<Path> providers) throws IOException {
        var missing = new ArrayList<String>();
        Optional<Path> server = found(path, "mariadbd", missing);
        Optional<Path> installer = found(path, "mariadb-install-db", missing);
        found(path, "rsync", missing);
        Optional<Path> provider = providers.stream().filter(Files::isReadable).findFirst();
        if (provider.isEmpty()) {
            missing.add("libgalera_smm.so");
        }
        if (!missing.isEmpty()) {
            throw new IOException(
                    "galera needs programs that are not installed: " + String.join(", ", missing) + ". " + REMEDY);
        }
        return new GaleraPrograms(server.orElseThrow(), installer.orElseThrow(), provider.orElseThrow());
    }

    private static Optional<Path> found(SearchPath path, String name, List<String> missing) {
        Optional<Path> program = path.find(name);
        if (program.isEmpty()) {
            missing.add(name);
        }
        return program;
    }

    /** Queries the version of MariaDB; Galera's is known only when it runs. */
    String version(RunAs way) throws IOException, InterruptedException {
        return version(new ExternalProgram(way.command(List.of(server.toString(), "--version")), Path.of("/"), LIMIT)
                .run()
                .orThrow()
                .output());
    }

    static String version(String said) throws IOException {
        Matcher found = VERSION.matcher(said);
        if (!found.find()) {
            throw new IOException("found no version of MariaDB in '" + said + "'");
        }
        return found.group(1);
    }
}
