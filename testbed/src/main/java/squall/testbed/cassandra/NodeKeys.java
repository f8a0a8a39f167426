package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.host.Program;

/**
 * By what nodes prove to clients who they are: a key and its certificate, which nobody else vouches for.
 *
 * @param folder of the cluster
 */
record NodeKeys(Path folder) {
    private static final String ALIAS = "nodes";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    Path store() {
        return folder.resolve("clients.p12");
    }

    /** What clients are to trust. */
    Path certificate() {
        return folder.resolve("clients.pem");
    }

    /** Where that is still to do. @param password a file with that of the store, which so stands in no command line */
    void make(NodeJdk jdk, Path password, Ring ring) throws IOException, InterruptedException {
        if (Files.exists(certificate())) {
            return;
        }
        Files.deleteIfExists(store()); // of a start that was cut off
        String names = ring.seats().stream()
                .map(seat -> "ip:" + seat.wires().host())
                .distinct()
                .collect(Collectors.joining(",", "san=", ",dns:localhost"));
        keytool(
                jdk,
                password,
                Stream.of(
                                "-genkeypair",
                                "-keyalg",
                                "RSA",
                                "-keysize",
                                "2048",
                                "-validity",
                                "3650",
                                "-dname",
                                "CN=squall")
                        .toList(),
                List.of("-ext", names));
        keytool(
                jdk,
                password,
                List.of("-exportcert", "-rfc"),
                List.of("-file", certificate().toString()));
    }

    private void keytool(NodeJdk jdk, Path password, List<String> what, List<String> more)
            throws IOException, InterruptedException {
        var store = List.of(
                "-alias",
                ALIAS,
                "-storetype",
                "PKCS12",
                "-keystore",
                store().toString(),
                "-storepass:file",
                password.toString());
        var command = Stream.of(List.of(jdk.home().resolve("bin/keytool").toString()), what, store, more)
                .flatMap(List::stream)
                .toList();
        new Program(command, folder, LIMIT).run().orThrow();
    }
}
