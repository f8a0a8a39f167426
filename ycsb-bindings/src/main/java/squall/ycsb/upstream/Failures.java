package squall.ycsb.upstream;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.binding.OutcomeStatus;

/**
 * What third-party code answers or throws, as outcomes; of each kind the first message is kept, so that a message that differs from
 * call to call does not fill the memory.
 *
 * <p>Used by all sessions at once.
 */
final class Failures {
    private static final ErrorCode NO_STATUS = new ErrorCode(ErrorKind.OTHER, "NO_STATUS");

    private final ConcurrentMap<ErrorCode, Outcome.Refused> refused = new ConcurrentHashMap<>();
    private final ConcurrentMap<ErrorCode, Outcome.Unknown> unknown = new ConcurrentHashMap<>();

    /** @param status null where a database broke the contract and answered nothing */
    Outcome outcome(@Nullable Status status) {
        if (status == null) {
            return first(new Outcome.Refused(NO_STATUS, "the database returned null"));
        }
        return switch (OutcomeStatus.outcomeOf(status)) {
            case Outcome.Ok ok -> ok;
            case Outcome.Refused r -> first(r);
            case Outcome.Unknown u -> unknown.computeIfAbsent(u.error(), e -> u);
        };
    }

    /** @param where the method that threw, as {@code class.method} */
    Outcome thrown(String where, Throwable thrown) {
        ErrorCode error = new ErrorCode(ErrorKind.OTHER, name(thrown.getClass()));
        Outcome.Refused known = refused.get(error);
        return known != null ? known : first(new Outcome.Refused(error, where + " threw " + thrown));
    }

    /** What a workload found when it compared a row with what it must be. */
    Outcome verified(@Nullable Status status) {
        if (status == null || status.isOk()) {
            return Outcome.OK;
        }
        return first(new Outcome.Refused(
                new ErrorCode(ErrorKind.DATA, status.getName()), Objects.toString(status.getDescription(), "")));
    }

    private Outcome first(Outcome.Refused outcome) {
        return refused.computeIfAbsent(outcome.error(), e -> outcome);
    }

    /** Simple names are empty for anonymous classes, and a code never is. */
    private static String name(Class<?> type) {
        return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
    }
}
