package squall.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionRegisterTest {
    private final VersionRegister register = new VersionRegister(2);

    @Test
    void a_read_that_misses_what_was_acknowledged_before_it_is_stale() {
        register.acknowledged(1, register.next(1));
        long floor = register.floor(1);

        assertThat(register.judge(1, floor, 0)).contains(DataAnomaly.STALE);
        assertThat(register.judge(1, floor, 1)).isEmpty();
    }

    @Test
    void a_read_concurrent_with_a_write_may_see_either_version() {
        long floor = register.floor(0);
        register.acknowledged(0, register.next(0));

        assertThat(register.judge(0, floor, 0)).isEmpty();
        assertThat(register.judge(0, floor, 1)).isEmpty();
    }

    @Test
    void a_version_that_was_never_written_comes_from_nowhere() {
        register.next(0);

        assertThat(register.judge(0, 0, 1)).isEmpty();
        assertThat(register.judge(0, 0, 2)).contains(DataAnomaly.PHANTOM);
    }

    /** Holds up the write of version 1: its client gives up, version 2 is acknowledged, then version 1 arrives. */
    @Test
    void without_a_guard_an_older_write_that_arrives_late_would_look_stale() {
        register.next(0);
        register.acknowledged(0, register.next(0));

        assertThat(register.judge(0, register.floor(0), 1)).contains(DataAnomaly.STALE);
        assertThat(register.judge(0, register.floor(0), 2)).isEmpty();
    }
}
