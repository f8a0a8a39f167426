package squall.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class ReasonsTest {
    @Test
    void a_certificate_that_nobody_trusted_signed_is_told_with_the_remedy() {
        assertThat(told(new CertPathBuilderException("unable to find valid certification path to requested target")))
                .isEqualTo("its certificate is not trusted here: the file of authorities must hold the one that signed"
                        + " it");
    }

    @Test
    void a_certificate_for_another_name_is_told_with_the_remedy() {
        assertThat(told(new CertificateException("No subject alternative names matching IP address 127.0.0.1 found")))
                .isEqualTo("No subject alternative names matching IP address 127.0.0.1 found (nodes must be named as"
                        + " their certificates name them)");
    }

    @Test
    void a_connection_that_is_ended_at_once_may_want_tls() {
        assertThat(Reasons.of(new IllegalStateException("init", new ClosedConnectionException("Lost connection"))))
                .isEqualTo("Lost connection (it ended the connection at once: the node may want TLS, or not know it)");
    }

    @Test
    void what_has_no_words_is_told_by_its_name() {
        assertThat(Reasons.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    private static String told(Exception innermost) {
        var handshake = new SSLHandshakeException("PKIX path building failed");
        handshake.initCause(innermost);
        return Reasons.of(new IllegalStateException("the driver was connecting", handshake));
    }
}
