package squall.cql;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Why no node could be used, in words for users; never with a secret. Pure. */
final class Reasons {
    private Reasons() {}

    /** Node by node where several were tried. */
    static String of(RuntimeException e) {
        if (e instanceof AllNodesFailedException nodes && !nodes.getAllErrors().isEmpty()) {
            List<String> all = new ArrayList<>();
            nodes.getAllErrors()
                    .forEach((node, failures) ->
                            all.add(Nodes.label(node) + " " + reason(failures.get(failures.size() - 1))));
            return String.join("; ", all);
        }
        return reason(e);
    }

    private static String reason(Throwable e) {
        return chain(e).anyMatch(CertPathBuilderException.class::isInstance)
                ? "its certificate is not trusted here: the file of authorities must hold the one that signed it"
                : innermost(e) + remedy(e);
    }

    private static String remedy(Throwable e) {
        if (chain(e).anyMatch(AuthenticationException.class::isInstance)) {
            return " (user name and password must be those of a role that may log in)";
        }
        if (chain(e).anyMatch(CertificateException.class::isInstance)) {
            return " (nodes must be named as their certificates name them)";
        }
        return chain(e).anyMatch(ClosedConnectionException.class::isInstance)
                ? " (it ended the connection at once: the node may want TLS, or not know it)"
                : "";
    }

    /** The innermost reason that has words: the driver wraps it into what it was doing at the time. */
    private static String innermost(Throwable e) {
        return chain(e).filter(cause -> cause.getMessage() != null)
                .reduce((outer, inner) -> inner)
                .map(CqlErrors::firstLine)
                .orElse(e.toString());
    }

    private static Stream<Throwable> chain(Throwable e) {
        return Stream.iterate(e, cause -> cause != null, Throwable::getCause);
    }
}
