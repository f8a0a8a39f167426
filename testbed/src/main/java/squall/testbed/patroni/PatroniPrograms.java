package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;
import squall.testbed.host.RunAs;

/**
 * Installation of the required programs on this machine: Patroni, etcd, and a complete PostgreSQL. The embedded one is not enough:
 * Patroni calls programs that it does not contain.
 *
 * @param postgres the folder of PostgreSQL's programs
 */
public record PatroniPrograms(Path patroni, Path etcd, Path postgres) {
    /** Names of the programs that Patroni 3 calls (its documentation, "Requirements", and its sources). */
    static final List<String> POSTGRES =
            List.of("postgres", "pg_ctl", "initdb", "pg_isready", "pg_controldata", "pg_basebackup", "pg_rewind");

    static final String REMEDY =
            "On Debian and Ubuntu: apt-get install --no-install-recommends patroni etcd-server postgresql";

    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Finds the programs on this machine. @throws IOException naming the missing ones, and the remedy */
    public static PatroniPrograms here() throws IOException {
        List<Path> path = SearchPath.here().folders();
        return among(path, Stream.concat(path.stream(), debian().stream()).toList());
    }

    /** Lists Debian's folders of PostgreSQL, newest first. */
    private static List<Path> debian() throws IOException {
        return FileTrees.entriesIfAny(DEBIAN).stream()
                .filter(version -> version.getFileName().toString().matches("\\d+"))
                .sorted(Comparator.comparingInt((Path version) ->
                                Integer.parseInt(version.getFileName().toString()))
                        .reversed())
                .map(version -> version.resolve("bin"))
                .toList();
    }

    /**
     * @param path folders that are searched for programs
     * @param postgres folders that may contain a complete PostgreSQL; the first that does is taken
     */
    static PatroniPrograms among(List<Path> path, List<Path> postgres) throws IOException {
        var missing = new ArrayList<String>();
        Optional<Path> patroni = found(path, "patroni", missing);
        Optional<Path> etcd = found(path, "etcd", missing);
        Optional<Path> whole =
                postgres.stream().filter(folder -> lacking(folder).isEmpty()).findFirst();
        if (whole.isEmpty()) {
            missing.add("a whole PostgreSQL (" + nearest(postgres) + ")");
        }
        if (!missing.isEmpty()) {
            throw new IOException("the manager patroni needs programs that are not installed: "
                    + String.join(", ", missing) + ". " + REMEDY);
        }
        return new PatroniPrograms(patroni.orElseThrow(), etcd.orElseThrow(), whole.orElseThrow());
    }

    private static Optional<Path> found(List<Path> path, String name, List<String> missing) {
        Optional<Path> program = path.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            missing.add(name);
        }
        return program;
    }

    private static List<String> lacking(Path folder) {
        return POSTGRES.stream()
                .filter(name -> !Files.isExecutable(folder.resolve(name)))
                .toList();
    }

    /** Describes what the folder with the fewest missing programs lacks. */
    private static String nearest(List<Path> postgres) {
        return postgres.stream()
                .filter(folder -> lacking(folder).size() < POSTGRES.size())
                .min(Comparator.comparingInt(folder -> lacking(folder).size()))
                .map(folder -> folder + " has no " + String.join(", ", lacking(folder)))
                .orElse("no server was found");
    }

    /** Queries the versions of the programs. */
    Versions versions(RunAs way) throws IOException, InterruptedException {
        return new Versions(
                word(said(way, postgres.resolve("postgres")), "(PostgreSQL)"),
                word(said(way, patroni), "patroni"),
                word(said(way, etcd), "Version:"));
    }

    private static String said(RunAs way, Path program) throws IOException, InterruptedException {
        return new ExternalProgram(way.command(List.of(program.toString(), "--version")), Path.of("/"), LIMIT)
                .run()
                .orThrow()
                .output();
    }

    /** Returns the word that follows another one. */
    private static String word(String said, String before) throws IOException {
        List<String> words = List.of(said.split("\\s+"));
        int at = words.indexOf(before) + 1;
        if (at == 0 || at == words.size()) {
            throw new IOException("found no version after '" + before + "' in '" + said + "'");
        }
        return words.get(at);
    }

    /** Set of versions of the installed programs. */
    record Versions(String postgres, String patroni, String etcd) {
        /** Returns the major version of PostgreSQL; others cannot use its data. */
        String postgresMajor() {
            return postgres.replaceFirst("\\..*", "");
        }
    }
}
