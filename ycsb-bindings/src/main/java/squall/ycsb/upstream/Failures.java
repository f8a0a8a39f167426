package squall.ycsb.upstream;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.binding.Access;

/**
 * What third-party code answers or throws, as outcomes; of each kind the first message is kept, so that a message that differs from
 * call to call does not fill the memory.
 *
 * <p>Used by all sessions at once.
 */
final class Failures {
    private static final ErrorCode NO_STATUS = new ErrorCode(ErrorKind.OTHER, "NO_STATUS");

    private final ConcurrentMap<ErrorCode, Outcome> refused = new ConcurrentHashMap<>();
    private final ConcurrentMap<ErrorCode, Outcome> unknown = new ConcurrentHashMap<>();

    /** @param status null where a database broke the contract and answered nothing */
    Outcome outcome(Access access, @Nullable Status status) {
        return first(status == null ? access.failed(NO_STATUS, "the database returned null") : access.outcome(status));
    }

    /** @param where the method that threw, as {@code class.method} */
    Outcome thrown(Access access, String where, Throwable thrown) {
        return first(
                access.failed(new ErrorCode(ErrorKind.OTHER, name(thrown.getClass())), where + " threw " + thrown));
    }

    /** What a workload found when it compared a row with what it must be. */
    Outcome verified(@Nullable Status status) {
        if (status == null || status.isOk()) {
            return Outcome.OK;
        }
        return first(new Outcome.Refused(
                new ErrorCode(ErrorKind.DATA, status.getName()), Objects.toString(status.getDescription(), "")));
    }

    private Outcome first(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> ok;
            case Outcome.Refused r -> refused.computeIfAbsent(r.error(), e -> r);
            case Outcome.Unknown u -> unknown.computeIfAbsent(u.error(), e -> u);
        };
    }

    /** Simple names are empty for anonymous classes, and a code never is. */
    private static String name(Class<?> type) {
        return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
    }
}
