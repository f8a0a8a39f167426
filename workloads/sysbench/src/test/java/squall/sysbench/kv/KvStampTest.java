package squall.sysbench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KvStampTest {
    private static final long RUN = -7_654_321_987_654_321L;

    @Test
    void a_value_tells_its_version_in_its_run_and_has_replaced_nothing_until_the_database_says_so() {
        byte[] value = new KvStamp(RUN, 42).on(new byte[] {1, 2, 3});

        assertThat(value).hasSize(35).endsWith(1, 2, 3);
        assertThat(KvStamp.version(value, 0, RUN)).isEqualTo(42);
        assertThat(KvStamp.version(value, KvStamp.BYTES, RUN)).isZero();
    }

    @Test
    void a_value_of_another_run_or_without_a_stamp_was_there_before() {
        byte[] value = new KvStamp(RUN, 42).on(new byte[0]);

        assertThat(KvStamp.version(value, 0, RUN + 1)).isZero();
        assertThat(KvStamp.version(new byte[] {1}, 0, RUN)).isZero();
    }
}
