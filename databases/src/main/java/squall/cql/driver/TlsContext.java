package squall.cql.driver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** Context of TLS: the authorities that a client trusts, and its certificate, from PEM files. */
public final class TlsContext {
    private static final String AUTHORITIES = "; expected a PEM file of certificate authorities";
    private static final String CERTIFICATE =
            "; expected a PEM file with the client's certificate, followed by those of authorities between it and a trusted one";
    private static final String KEY = "; expected a PEM file with an unencrypted key in PKCS #8 (BEGIN PRIVATE KEY), as"
            + " `openssl pkcs8 -topk8 -nocrypt` writes it";
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private TlsContext() {}

    /** @throws IllegalArgumentException if a file cannot be read, or has invalid content; never with its content */
    public static SSLContext of(CqlSettings.Encryption encryption) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    encryption.client().isPresent() ? keys(encryption.client().get()) : null,
                    encryption.authorities().isPresent()
                            ? trust(encryption.authorities().get())
                            : null,
                    null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("key stores in memory work", e);
        }
    }

    private static TrustManager[] trust(Path pem) throws IOException, GeneralSecurityException {
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate certificate : certificates(pem, AUTHORITIES)) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] keys(CqlSettings.ClientCertificate client)
            throws IOException, GeneralSecurityException {
        List<? extends Certificate> chain = certificates(client.certificate(), CERTIFICATE);
        KeyStore store = emptyStore();
        char[] inMemory = "only in memory".toCharArray();
        store.setKeyEntry("client", key(client.key(), chain.getFirst()), inMemory, chain.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, inMemory);
        return factory.getKeyManagers();
    }

    private static PrivateKey key(Path pem, Certificate certificate) {
        Matcher key = PRIVATE_KEY.matcher(text(pem, KEY));
        if (!key.find()) {
            throw new IllegalArgumentException(pem + " contains no such key" + KEY);
        }
        String algorithm = certificate.getPublicKey().getAlgorithm();
        try {
            byte[] der = Base64.getMimeDecoder().decode(key.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Without the cause, which may quote the key.
            throw new IllegalArgumentException(pem
                    + " cannot be parsed as a key for the client's certificate, which has one of " + algorithm + KEY);
        }
    }

    private static List<? extends Certificate> certificates(Path pem, String wanted) {
        byte[] text = text(pem, wanted).getBytes(StandardCharsets.UTF_8);
        try {
            List<? extends Certificate> certificates = List.copyOf(
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text)));
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(pem + " contains no certificate" + wanted);
            }
            return certificates;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    pem + " cannot be parsed as certificates (" + e.getMessage() + ")" + wanted, e);
        }
    }

    private static String text(Path pem, String wanted) {
        try {
            return InputFile.text(pem);
        } catch (InvalidFileException e) {
            throw new IllegalArgumentException(e.getMessage() + wanted, e);
        }
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
