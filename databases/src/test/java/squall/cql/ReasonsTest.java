package squall.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import squall.cql.CqlErrors.NodeFailureReasons;

class ReasonsTest {
    @Test
    void an_untrusted_certificate_is_reported_with_the_remedy() {
        assertThat(text(new CertPathBuilderException("unable to find valid certification path to requested target")))
                .isEqualTo("its certificate is not trusted: the file of authorities must contain the one that signed"
                        + " it");
    }

    @Test
    void a_certificate_for_another_name_is_told_with_the_remedy() {
        assertThat(text(new CertificateException("No subject alternative names matching IP address 127.0.0.1 found")))
                .isEqualTo(
                        "No subject alternative names matching IP address 127.0.0.1 found (the host names given must match those of the certificates)");
    }

    @Test
    void a_connection_that_is_ended_at_once_may_want_tls() {
        assertThat(NodeFailureReasons.of(
                        new IllegalStateException("init", new ClosedConnectionException("Lost connection"))))
                .isEqualTo(
                        "Lost connection (it closed the connection immediately: the node may require TLS, or not support it)");
    }

    @Test
    void what_has_no_words_is_told_by_its_name() {
        assertThat(NodeFailureReasons.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    private static String text(Exception innermost) {
        var handshake = new SSLHandshakeException("PKIX path building failed");
        handshake.initCause(innermost);
        return NodeFailureReasons.of(new IllegalStateException("the driver was connecting", handshake));
    }
}
