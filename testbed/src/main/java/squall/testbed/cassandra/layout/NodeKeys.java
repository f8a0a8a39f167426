package squall.testbed.cassandra.layout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.process.ExternalProgram;

/**
 * Key and self-signed certificate by which nodes authenticate to clients.
 *
 * @param folder of the cluster
 */
public record NodeKeys(Path folder) {
    private static final String ALIAS = "nodes";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    public Path store() {
        return folder.resolve("clients.p12");
    }

    /** Returns the store of the authorities that must have signed the certificates of clients, if clients need any. */
    public Path trusted() {
        return folder.resolve("authorities.p12");
    }

    /** Returns the certificate that clients must trust. */
    public Path certificate() {
        return folder.resolve("clients.pem");
    }

    /**
     * Creates them if they do not exist. @param password a file with the password of the store, which therefore appears in no command line
     */
    public void make(NodeJdk jdk, Path password, CassandraRing ring) throws IOException, InterruptedException {
        if (Files.exists(certificate())) {
            return;
        }
        Files.deleteIfExists(store()); // of a start that was interrupted
        String names = ring.nodeAddresses().stream()
                .map(nodeAddress -> "ip:" + nodeAddress.linkControl().host())
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

    /** Copies the authorities of clients. @param pem the user's file @param password of the store that is created */
    public void trust(Path pem, String password) throws IOException {
        try (InputStream text = Files.newInputStream(pem)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(text)) {
                store.setCertificateEntry("authority-" + number++, authority);
            }
            if (number == 0) {
                throw new IOException(pem + " contains no certificate; expected a PEM file of certificate authorities");
            }
            var bytes = new ByteArrayOutputStream();
            store.store(bytes, password.toCharArray());
            Files.write(trusted(), bytes.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IOException(pem + " cannot be parsed as certificates (" + e.getMessage() + ")", e);
        }
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
        new ExternalProgram(command, folder, LIMIT).run().orThrow();
    }
}
