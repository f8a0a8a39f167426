package squall.cql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificates of a PEM file as those who may vouch for a node. */
final class Authorities {
    private static final String WANTED = "; wanted a PEM file of certificate authorities";

    private Authorities() {}

    /** @throws IllegalArgumentException if the file cannot be read, or holds no certificate */
    static SSLContext context(Path pem) {
        try (InputStream text = Files.newInputStream(pem)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(text);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(pem + " holds no certificate" + WANTED);
            }
            return trusting(certificates);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + pem + WANTED, e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    pem + " cannot be read as certificates (" + e.getMessage() + ")" + WANTED, e);
        }
    }

    private static SSLContext trusting(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("authority-" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
