package squall.testbed.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.SearchPath;

/** Set of the programs that configure the kernel's networking. @param folder where they run */
record KernelNetworking(Path folder) {
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Programs, each with the package that contains it. */
    private static final Map<String, String> PROGRAMS = Map.of(
            "ip", "iproute2", "tc", "iproute2", "nft", "nftables", "nsenter", "util-linux", "unshare", "util-linux");

    private static final String ORDINARY_USER =
            "creating network namespaces needs root; 'testbed shell' starts a shell in which you are root of your"
                    + " own networks: run testbed and everything that uses the cluster in it (all its processes end with"
                    + " it); or use links=true of postgres-ha, which needs no privileges";

    /** Returns why this machine does not support namespaces, with the remedy; empty if it does. */
    Optional<String> refusal() throws IOException, InterruptedException {
        for (String program : PROGRAMS.keySet()) {
            if (SearchPath.here().find(program).isEmpty()) {
                return Optional.of(missing(program));
            }
        }
        if (!StateFolder.root()) {
            return Optional.of(ORDINARY_USER);
        }
        String namespace = "sqtry" + ProcessHandle.current().pid();
        Optional<String> problem = problem(run("ip", "netns", "add", namespace));
        if (problem.isPresent()) {
            return problem;
        }
        run("ip", "netns", "delete", namespace).orThrow();
        return problem(aside(List.of("nft", "add table inet sqtry")));
    }

    private static Optional<String> problem(Finished attempt) {
        return attempt.ok()
                ? Optional.empty()
                : Optional.of(
                        "the kernel does not allow this root user (possibly of a container) to create network namespaces or"
                                + " rules in them: '" + attempt.line() + "' printed: " + attempt.text());
    }

    private static String missing(String program) {
        return "network namespaces need the program '" + program + "', which is not installed: run 'apt-get install "
                + PROGRAMS.get(program) + "', or the equivalent of your system";
    }

    /** Replaces the program, which is the first word, by its path. @throws IOException with the remedy if there is none */
    List<String> command(List<String> words) throws IOException {
        String program = words.getFirst();
        Path path = SearchPath.here().find(program).orElseThrow(() -> new IOException(missing(program)));
        return Stream.concat(Stream.of(path.toString()), words.stream().skip(1)).toList();
    }

    /** Returns the command line that runs a command in a namespace, with the files and processes of this machine. */
    List<String> inside(String namespace, List<String> command) throws IOException {
        var entering = command(List.of("nsenter", "--net=" + NAMESPACES.resolve(namespace), "--"));
        return Stream.concat(entering.stream(), command.stream()).toList();
    }

    Finished run(String... words) throws IOException, InterruptedException {
        return run(command(List.of(words)));
    }

    Finished run(List<String> command) throws IOException, InterruptedException {
        return new ExternalProgram(command, folder, LIMIT).run();
    }

    boolean exists(String namespace) {
        return Files.exists(NAMESPACES.resolve(namespace));
    }

    /** Runs a command in a namespace that ends with it, as a trial. */
    Finished aside(List<String> words) throws IOException, InterruptedException {
        var entering = command(List.of("unshare", "--net"));
        return run(Stream.concat(entering.stream(), command(words).stream()).toList());
    }

    /** Lists the routes of this machine to the subnet; empty if it is unused. */
    String routes(Subnet subnet) throws IOException, InterruptedException {
        return run("ip", "-4", "route", "show", "table", "all", "to", "root", subnet.range())
                .orThrow()
                .output();
    }
}
