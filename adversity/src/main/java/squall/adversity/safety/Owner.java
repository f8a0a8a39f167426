package squall.adversity.safety;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import squall.host.ProcessState;

/**
 * The process whose run it is.
 *
 * @param born tells it from a later one with the same number
 */
public record Owner(long pid, Instant born) {
    /** JVMs derive it from the system's own start, which they round each for itself. */
    private static final Duration SAME_MOMENT = Duration.ofSeconds(2);

    /** This process. */
    public static Owner here() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(self.pid(), born(self));
    }

    /** Whether it can still do something. */
    public boolean lives() throws IOException, InterruptedException {
        return !ProcessState.of(pid).dead()
                && ProcessHandle.of(pid)
                        .filter(process ->
                                Duration.between(born(process), born).abs().compareTo(SAME_MOMENT) < 0)
                        .isPresent();
    }

    private static Instant born(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
