package squall.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import squall.apps.KeyWrite;
import squall.check.VersionLedger;
import squall.spi.Outcome;

class KeySequenceTest {
    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void new_keys_of_one_write_follow_each_other() {
        KeySequence keys = new KeySequence(new VersionLedger(10), 2);

        assertThat(keys.begin(3, random)).containsExactly(new KeyWrite(2, 0), new KeyWrite(3, 0), new KeyWrite(4, 0));
        assertThat(keys.begin(2, random)).containsExactly(new KeyWrite(5, 0), new KeyWrite(6, 0));
    }

    @Test
    void when_new_keys_run_out_a_write_is_filled_up_with_updates() {
        VersionLedger ledger = new VersionLedger(3);
        KeySequence keys = new KeySequence(ledger, 0);
        keys.ended(keys.begin(2, random), Outcome.OK);

        List<KeyWrite> writes = keys.begin(2, random);

        assertThat(writes.getFirst()).isEqualTo(new KeyWrite(2, 0));
        assertThat(writes.getLast().version()).isEqualTo(1);
    }

    @Test
    void a_rehearsal_takes_nothing_from_the_quota() {
        OperationQuota quota = new OperationQuota(5, 1, false);

        assertThat(OperationQuota.unlimited().takeWrites(9)).isEqualTo(9);
        assertThat(quota.takeWrites(3)).isEqualTo(3);
        assertThat(quota.takeWrites(3)).isEqualTo(2);
        assertThat(quota.takeWrites(3)).isZero();
    }

    @Test
    void reads_may_end_when_the_last_write_has_ended() {
        OperationQuota quota = new OperationQuota(1, -1, true);

        assertThat(quota.takeReads(1)).isEqualTo(1);
        quota.takeWrites(1);
        assertThat(quota.takeReads(1)).as("the write is under way").isEqualTo(1);
        quota.wrote(1);
        assertThat(quota.takeReads(1)).isZero();
    }
}
