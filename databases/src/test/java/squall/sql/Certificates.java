package squall.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Keys and certificates made for a test with the JDK's keytool: authorities, and what they signed. */
record Certificates(Path folder) {
    private static final String STORE_PASSWORD = "of-a-test";

    /** Makes an authority of this name. */
    void authority(String name) throws IOException, InterruptedException {
        keytool("-alias", name, "-dname", "CN=" + name, "-ext", "bc:c");
    }

    /** Makes a key whose certificate the authority signs. @param extension for example {@code san=ip:127.0.0.1} */
    void signed(String name, String authority, String extension) throws IOException, InterruptedException {
        keytool("-alias", name, "-dname", "CN=" + name, "-signer", authority, "-ext", extension);
    }

    String certificatePem(String name) throws IOException, GeneralSecurityException {
        return pem("CERTIFICATE", store().getCertificate(name).getEncoded());
    }

    String keyPem(String name) throws IOException, GeneralSecurityException {
        return pem("PRIVATE KEY", key(name));
    }

    /** A file with the certificate as PEM. */
    Path certificate(String name) throws IOException, GeneralSecurityException {
        return Files.writeString(folder.resolve(name + ".crt"), certificatePem(name));
    }

    /** A file with the key as PKCS #8, the form that the PostgreSQL driver reads; it insists that nobody else may. */
    Path key8(String name) throws IOException, GeneralSecurityException {
        Path file = Files.write(folder.resolve(name + ".pk8"), key(name));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private byte[] key(String name) throws IOException, GeneralSecurityException {
        return store().getKey(name, STORE_PASSWORD.toCharArray()).getEncoded();
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(storeFile().toFile(), STORE_PASSWORD.toCharArray());
    }

    private Path storeFile() {
        return folder.resolve("keys.p12");
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
        command.addAll(List.of("-keystore", storeFile().toString(), "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass", STORE_PASSWORD));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("keytool.txt");
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).as(Files.readString(said)).isZero();
    }

    private static String pem(String what, byte[] der) {
        String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der);
        return "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n";
    }
}
