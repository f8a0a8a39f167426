package squall.cql;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlClusterFacts.CqlNodeNames;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.RetryState.AttemptFailure;
import squall.sql.RetryState.AttemptFailure.Remedy;
import squall.sql.WorkEffect;

/**
 * Classification of failed calls (DESIGN 4). Decided by the class of the error; on YCQL, which has few classes, also by its text. Counted
 * under the driver's name for it. Pure.
 */
record CqlErrors(CqlDialect dialect) {
    /** @param definite whether it certainly means that nothing was applied */
    private record Sign(boolean definite, ErrorKind kind, Remedy remedy, String code) {}

    /** Texts of YCQL errors. YugabyteDB has no error codes on CQL (its issue 3625): only the message distinguishes errors. */
    private static final Map<String, Sign> YCQL_TEXTS = Map.of(
            "Operation failed. Try again",
            conflict(),
            "Conflicts with higher priority transaction",
            conflict(),
            "Restart read required",
            conflict(),
            "Leader does not have a valid lease",
            leaderChange(),
            "Not the leader",
            leaderChange(),
            // Also defuncts the connection, and with it every other request on it (its issue 298).
            "Transaction expired",
            new Sign(false, ErrorKind.OTHER, Remedy.NONE, "TransactionExpired"));

    /**
     * Judges a failed attempt, with those that the driver made before it.
     *
     * @param handedOver whether the statement itself had been passed to the driver
     */
    AttemptFailure failure(RuntimeException e, WorkEffect effect, boolean handedOver) {
        Throwable last = last(e);
        Throwable decisive = decisive(e);
        Sign sign = sign(decisive);
        ErrorCode error = new ErrorCode(sign.kind(), sign.code());
        boolean unknown = handedOver && effect != WorkEffect.READ && !sign.definite();
        return new AttemptFailure(
                unknown
                        ? new Outcome.Unknown(error, firstLine(decisive))
                        : new Outcome.Refused(error, firstLine(decisive)),
                sign(last).remedy());
    }

    /** Returns how often the statement was sent before it failed. */
    static int attempts(RuntimeException e) {
        return Math.toIntExact(all(e).filter(CqlErrors::sent).count());
    }

    /** Returns whether a request was sent to a node. */
    static boolean sent(Throwable error) {
        return switch (error) {
            case NodeUnavailableException none -> false;
            case BusyConnectionException full -> false;
            case ConnectionInitException closed -> false;
            case FrameTooLongException large -> false;
            case RequestThrottlingException many -> false;
            default -> true;
        };
    }

    /** Returns whether another attempt of a read may succeed: nodes are away or overloaded, or no answer came in time. */
    boolean passes(DriverException e) {
        return sign(decisive(e)).kind() != ErrorKind.OTHER;
    }

    /** Returns the name under which an error is counted. */
    String code(Throwable error) {
        return sign(error).code();
    }

    /** Returns the first line of the message; the rest may hold data. */
    static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }

    private static Throwable last(RuntimeException e) {
        return all(e).reduce((earlier, later) -> later).orElse(e);
    }

    /** Returns the first error that leaves the outcome open; the last, if none does. */
    private Throwable decisive(RuntimeException e) {
        return all(e).filter(error -> !sign(error).definite()).findFirst().orElseGet(() -> last(e));
    }

    /** Returns the single errors: those that the driver hid because it had another node to try, and the last. */
    private static Stream<Throwable> all(RuntimeException e) {
        List<Throwable> all = new ArrayList<>();
        ExecutionInfo info = e instanceof DriverException told ? told.getExecutionInfo() : null;
        if (info != null) {
            info.getErrors().forEach(error -> all.add(error.getValue()));
        }
        if (e instanceof AllNodesFailedException nodes) {
            if (all.isEmpty()) {
                nodes.getAllErrors().values().forEach(all::addAll);
            }
        } else {
            all.add(e);
        }
        return all.stream();
    }

    private Sign sign(Throwable error) {
        return switch (error) {
            // The other cases are handled before; what remains are requests for which there was no node.
            case AllNodesFailedException none -> definite(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case UnavailableException few -> definite(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case BootstrappingException young -> definite(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case NodeUnavailableException none -> definite(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case ConnectionInitException closed -> definite(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case OverloadedException busy -> definite(error, ErrorKind.OVERLOAD, Remedy.RETRY);
            case BusyConnectionException full -> definite(error, ErrorKind.OVERLOAD, Remedy.RETRY);
            case RequestThrottlingException many -> definite(error, ErrorKind.OVERLOAD, Remedy.RETRY);
            case FrameTooLongException large -> definite(error, ErrorKind.OTHER, Remedy.NONE);
            case FunctionFailureException own -> definite(error, ErrorKind.OTHER, Remedy.NONE);
            case QueryValidationException wrong -> byMessage(wrong, definite(error, ErrorKind.OTHER, Remedy.NONE));
            case ServerError broken -> byMessage(broken, open(error, ErrorKind.OTHER, Remedy.NONE));
            default -> lostAnswer(error);
        };
    }

    private static Sign lostAnswer(Throwable error) {
        return switch (error) {
            case DriverTimeoutException late -> open(error, ErrorKind.TIMEOUT, Remedy.NONE);
            case WriteTimeoutException late -> open(error, ErrorKind.TIMEOUT, Remedy.NONE);
            case CASWriteUnknownException late -> open(error, ErrorKind.TIMEOUT, Remedy.NONE);
            // Also of the first round of a lightweight transaction, whose second one may still come.
            case ReadTimeoutException late -> open(error, ErrorKind.TIMEOUT, Remedy.NONE);
            case ClosedConnectionException gone -> open(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case HeartbeatException gone -> open(error, ErrorKind.CONNECTION, Remedy.RECONNECT);
            case CancellationException ended -> new Sign(false, ErrorKind.CONNECTION, Remedy.NONE, "aborted");
            default -> open(error, ErrorKind.OTHER, Remedy.NONE);
        };
    }

    private Sign byMessage(Throwable error, Sign otherwise) {
        String message = firstLine(error);
        return dialect != CqlDialect.YCQL
                ? otherwise
                : YCQL_TEXTS.entrySet().stream()
                        .filter(text -> message.contains(text.getKey()))
                        .map(Map.Entry::getValue)
                        // An error that leaves the outcome open takes precedence over one that would settle it.
                        .min(Comparator.comparing(Sign::definite))
                        .orElse(otherwise);
    }

    private static Sign conflict() {
        return new Sign(true, ErrorKind.SERIALIZATION, Remedy.RETRY, "TransactionConflict");
    }

    /** Returns the classification of a leader change: the old leader may have replicated the write before it stepped down. */
    private static Sign leaderChange() {
        return new Sign(false, ErrorKind.CONNECTION, Remedy.RECONNECT, "LeaderChange");
    }

    private static Sign definite(Throwable error, ErrorKind kind, Remedy remedy) {
        return new Sign(true, kind, remedy, name(error));
    }

    private static Sign open(Throwable error, ErrorKind kind, Remedy remedy) {
        return new Sign(false, kind, remedy, name(error));
    }

    private static String name(Throwable error) {
        return error.getClass().getSimpleName();
    }

    /** Text of the reasons why no node could be used, for users; never with a secret. Pure. */
    static final class NodeFailureReasons {
        private NodeFailureReasons() {}

        /** Returns the reasons, node by node where several were tried. */
        static String of(RuntimeException e) {
            if (e instanceof AllNodesFailedException nodes
                    && !nodes.getAllErrors().isEmpty()) {
                List<String> all = new ArrayList<>();
                nodes.getAllErrors()
                        .forEach((node, failures) ->
                                all.add(CqlNodeNames.label(node) + " " + reason(failures.get(failures.size() - 1))));
                return String.join("; ", all);
            }
            return reason(e);
        }

        /** Returns whether a node required a login, or refused the one it got. */
        static boolean loginRefused(@Nullable Throwable e) {
            Stream<Throwable> failures = e instanceof AllNodesFailedException nodes
                    ? nodes.getAllErrors().values().stream().flatMap(List::stream)
                    : Stream.ofNullable(e);
            return failures.flatMap(NodeFailureReasons::chain).anyMatch(AuthenticationException.class::isInstance);
        }

        private static String reason(Throwable e) {
            return chain(e).anyMatch(CertPathBuilderException.class::isInstance)
                    ? "its certificate is not trusted: the file of authorities must contain the one that signed it"
                    : innermost(e) + remedy(e);
        }

        private static String remedy(Throwable e) {
            if (chain(e).anyMatch(AuthenticationException.class::isInstance)) {
                return " (user name and password must be those of a role that may log in)";
            }
            if (chain(e).anyMatch(CertificateExpiredException.class::isInstance)) {
                return " (its certificate has expired)";
            }
            if (chain(e).anyMatch(CertificateException.class::isInstance)) {
                return " (the host names given must match those of the certificates)";
            }
            if (chain(e).anyMatch(NodeFailureReasons::refusedByNode)) {
                return " (the node wants a certificate of this client, signed by an authority that it trusts and not expired)";
            }
            return chain(e).anyMatch(ClosedConnectionException.class::isInstance)
                    ? " (it closed the connection immediately: the node may require TLS, or not support it)"
                    : "";
        }

        /** Returns whether the node ended the TLS handshake by an alert. */
        private static boolean refusedByNode(Throwable e) {
            return e instanceof SSLException && String.valueOf(e.getMessage()).contains("fatal alert");
        }

        /** Returns the innermost message: the driver wraps it into that of its own operation. */
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
}
