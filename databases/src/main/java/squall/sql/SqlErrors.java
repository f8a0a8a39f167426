package squall.sql;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.RetryState.AttemptFailure;
import squall.sql.RetryState.AttemptFailure.Remedy;

/** Classification of failed statements: decided by what had been sent and by SQLSTATE, never by the message (DESIGN 4). Pure. */
record SqlErrors(SqlDialect dialect) {
    /**
     * Classes in which the server reports that nothing was applied (PostgreSQL appendix A). Not here: 08 and 57 (the connection went, maybe
     * after the commit), 58 and XX (system and internal errors: also seen when a commit half succeeded on distributed servers), HY (no
     * meaning).
     */
    private static final Set<String> DEFINITE_CLASSES = Set.of(
            "07", "0A", "0B", "0L", "0P", "20", "21", "22", "23", "24", "25", "26", "27", "28", "2B", "2D", "2F", "34",
            "38", "39", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "P0");

    private static final Set<String> CONNECTION_ENDED =
            Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04");

    /** Server functions that report a plan as stale; the SQLSTATE (0A000) also stands for features that are missing. */
    private static final Set<String> STALE_PLAN_ROUTINES = Set.of("RevalidateCachedQuery", "RevalidateCachedPlan");

    /** Maximum number of characters of a message that are shown. */
    private static final int LONGEST = 300;
    /** Number of the error in MariaDB and MySQL. */
    private static final int ACCESS_DENIED = 1045;

    /** Prefix of every message of MariaDB's driver; without it the same error reads the same on each connection. */
    private static final String CONNECTION_NUMBER = "^\\(conn=\\d+\\) ";

    /** Suffix by which H2 announces the statement in the next line. */
    private static final String STATEMENT_FOLLOWS = "; SQL statement:$";

    /** SQLSTATEs that MySQL and its kin use for many errors, which only their numbers distinguish. */
    private static final Set<String> VAGUE = Set.of("HY000", "70100");

    /**
     * Judges a failed attempt.
     *
     * @param decided whether the commit, the statement that commits itself or the end of a COPY had been passed to the driver
     */
    AttemptFailure failure(SQLException e, WorkEffect effect, boolean decided) {
        String state = dialect.sqlState(e);
        boolean collided = dialect.collided(e);
        ErrorKind kind = kind(e, state);
        ErrorCode error = new ErrorCode(collided && kind == ErrorKind.OTHER ? ErrorKind.SERIALIZATION : kind, code(e));
        boolean lost = decided && effect != WorkEffect.READ && !collided && !definite(state);
        Outcome outcome = lost ? new Outcome.Unknown(error, firstLine(e)) : new Outcome.Refused(error, firstLine(e));
        return new AttemptFailure(outcome, collided ? Remedy.RETRY : remedy(e, state));
    }

    /** Returns the refusal for a connection that could not be opened. */
    Outcome.Refused refusedConnection(SQLException e) {
        String state = dialect.sqlState(e);
        ErrorKind kind = state.startsWith("53") ? ErrorKind.OVERLOAD : ErrorKind.CONNECTION;
        return new Outcome.Refused(new ErrorCode(kind, code(e)), firstLine(e));
    }

    /** Returns code and first line, for messages; and the cause of a failed connection that the driver's text hides. */
    static String text(SQLException e) {
        return code(e) + ": " + firstLine(e) + hint(e.getCause());
    }

    /** Returns whether the server refused a client that gave no password. */
    static boolean passwordWanted(SQLException e) {
        SQLException last = e.getCause() instanceof SQLException told ? told : e;
        // Of PostgreSQL's driver, which sends nothing if it has none; of MariaDB's server.
        return "08004".equals(last.getSQLState()) || last.getErrorCode() == ACCESS_DENIED;
    }

    /** Returns whether the server refused the user or the password. */
    static boolean loginRefused(SQLException e) {
        SQLException last = e.getCause() instanceof SQLException told ? told : e;
        return code(last).startsWith("28") || last.getErrorCode() == ACCESS_DENIED;
    }

    private static String hint(@Nullable Throwable cause) {
        return switch (cause) {
            case null -> "";
            case UnknownHostException unknown -> " (unknown host)";
            case SocketTimeoutException timeout -> " (it did not respond in time)";
            case CertificateExpiredException expired ->
                " (the certificate of this server has expired; " + expired.getMessage() + ")";
            case CertPathBuilderException untrusted ->
                " (the client does not trust the certificate of this server: the driver's sslrootcert must be a file that contains"
                        + " the authority that signed it)";
            default -> hint(cause.getCause());
        };
    }

    /** Returns the first line of the message; the rest is detail and may hold data. */
    static String firstLine(SQLException e) {
        // A driver repeats the whole statement of a batch with all its values, and chains the server's message behind
        // it.
        SQLException behind = e instanceof BatchUpdateException ? e.getNextException() : null;
        String line = String.valueOf((behind == null ? e : behind).getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip()
                .replaceFirst(CONNECTION_NUMBER, "")
                .replaceFirst(STATEMENT_FOLLOWS, "");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** Returns the SQLSTATE, with the server's own number where it is vague; or the driver's name for the error where it gives none. */
    static String code(SQLException e) {
        String state = e.getSQLState();
        if (state == null || state.isEmpty()) {
            return e.getClass().getSimpleName();
        }
        return VAGUE.contains(state) && e.getErrorCode() > 0 ? state + "/" + e.getErrorCode() : state;
    }

    private boolean definite(String state) {
        return switch (state) {
            // The commit was sent, the response was lost (PostgreSQL appendix A). A retry could apply it twice.
            case "40003" -> false;
            case "57014" -> dialect.cancelRollsBack();
            default -> state.length() == 5 && DEFINITE_CLASSES.contains(state.substring(0, 2));
        };
    }

    private static Remedy remedy(SQLException e, String state) {
        return switch (state) {
            case "26000" -> Remedy.PREPARE_AGAIN;
            case "0A000" -> stalePlan(e) ? Remedy.PREPARE_AGAIN : Remedy.NONE;
            case "25006" -> Remedy.LEAVE;
            default -> state.startsWith("08") || CONNECTION_ENDED.contains(state) ? Remedy.RECONNECT : Remedy.NONE;
        };
    }

    private static boolean stalePlan(SQLException e) {
        ServerErrorMessage server = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
        String routine = server == null ? null : server.getRoutine();
        return routine != null && STALE_PLAN_ROUTINES.contains(routine);
    }

    private static ErrorKind kind(SQLException e, String state) {
        return switch (state) {
            case "40001" -> ErrorKind.SERIALIZATION;
            case "40P01" -> ErrorKind.DEADLOCK;
            case "57014", "55P03", "25P04" -> ErrorKind.TIMEOUT;
            case "XX001", "XX002" ->
                ErrorKind.CORRUPTION; // of data and of an index, as PostgreSQL and its kin report it
            default -> kindOfClass(e, state);
        };
    }

    private static ErrorKind kindOfClass(SQLException e, String state) {
        if (timedOut(e)) {
            return ErrorKind.TIMEOUT;
        }
        if (state.startsWith("08") || CONNECTION_ENDED.contains(state)) {
            return ErrorKind.CONNECTION;
        }
        if (state.startsWith("23")) {
            return ErrorKind.CONSTRAINT;
        }
        return state.startsWith("53") ? ErrorKind.OVERLOAD : ErrorKind.OTHER;
    }

    private static boolean timedOut(SQLException e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
