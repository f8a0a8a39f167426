package squall.apps;

import java.sql.SQLException;
import java.util.List;
import squall.check.ObservedValue;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Statements of one session on its own connection, with which they end. Used by one thread. */
public interface SqlAppStatements {
    /** The refusal of an update that found no row. */
    Outcome NO_ROW = new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "no-row"), "the row to update is not there");

    /** The refusal of a write that read, before it wrote, something else than what was acknowledged last. */
    Outcome STALE = new Outcome.Refused(
            new ErrorCode(ErrorKind.DATA, "stale-read"), "the write did not see what was acknowledged before it");

    /** Writes one key. @return {@link Outcome#OK}, or a refusal, after which nothing of the write remains */
    Outcome write(KeyWrite write) throws SQLException;

    /** Writes several keys within one transaction, which the caller commits. */
    default Outcome write(List<KeyWrite> writes) throws SQLException {
        for (KeyWrite write : writes) {
            Outcome outcome = write(write);
            if (!(outcome instanceof Outcome.Ok)) {
                return outcome;
            }
        }
        return Outcome.OK;
    }

    /** Reads one key. @param version the newest that was acknowledged before the read */
    ObservedValue read(long key, int version) throws SQLException;
}
