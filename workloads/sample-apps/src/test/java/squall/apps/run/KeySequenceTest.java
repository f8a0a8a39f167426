package squall.apps.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import squall.apps.KeyWrite;
import squall.apps.run.AppLoad.OperationQuota;
import squall.check.VersionLedger;
import squall.engine.schedule.ClientSplit;
import squall.spi.Outcome;

class KeySequenceTest {
    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void new_keys_of_one_write_follow_each_other() {
        KeySequence keys = new KeySequence(new VersionLedger(10), 0, 2, 10);

        assertThat(keys.begin(3, random)).containsExactly(new KeyWrite(2, 0), new KeyWrite(3, 0), new KeyWrite(4, 0));
        assertThat(keys.begin(2, random)).containsExactly(new KeyWrite(5, 0), new KeyWrite(6, 0));
    }

    @Test
    void when_new_keys_run_out_a_write_is_filled_up_with_updates() {
        VersionLedger ledger = new VersionLedger(3);
        KeySequence keys = new KeySequence(ledger, 0, 0, 3);
        keys.ended(keys.begin(2, random), Outcome.OK);

        List<KeyWrite> writes = keys.begin(2, random);

        assertThat(writes.getFirst()).isEqualTo(new KeyWrite(2, 0));
        assertThat(writes.getLast().version()).isEqualTo(1);
    }

    @Test
    void clients_write_and_read_their_own_keys_and_together_all_of_them() {
        Set<Long> written = new TreeSet<>();
        for (int client = 0; client < 3; client++) {
            AppAssignment part = part(10, 0, new ClientSplit(3, client));
            VersionLedger ledger = new VersionLedger(part.keys());
            KeySequence keys = new KeySequence(ledger, part.firstKey(), part.nextKey(), part.endKey());
            List<KeyWrite> own = keys.begin(10, random);
            own.forEach(write -> assertThat(written.add(write.key()))
                    .as("key %s", write.key())
                    .isTrue());
            keys.ended(own, Outcome.OK);
            for (int i = 0; i < 50; i++) {
                assertThat(keys.owns(keys.acknowledged(random))).isTrue();
                List<KeyWrite> update = keys.begin(1, random);
                assertThat(update).singleElement().matches(write -> keys.owns(write.key()) && !write.isNew());
                keys.ended(update, Outcome.OK);
            }
        }
        assertThat(written).hasSize(10);
    }

    @Test
    void writes_and_reads_of_all_clients_add_up() {
        long writes = 0;
        long reads = 0;
        for (int client = 0; client < 7; client++) {
            AppAssignment part = part(100, 0, new ClientSplit(7, client));
            writes += part.ownWrites();
            reads += part.ownReads();
        }
        assertThat(writes).isEqualTo(1000);
        assertThat(reads).isEqualTo(-7); // of each: no limit
    }

    @Test
    void each_client_of_a_schedule_writes_its_share() {
        for (int client = 0; client < 2; client++) {
            ClientSplit split = new ClientSplit(2, client);
            SessionRoles roles = new SessionRoles.ByTurn(0.5, split);
            long writes = LongStream.range(0, 100)
                    .filter(own -> roles.writes(0, () -> split.dealt(own)))
                    .count();
            assertThat(writes).isEqualTo(50);
        }
    }

    private static AppAssignment part(long keys, long present, ClientSplit split) {
        return new AppAssignment(
                keys, present, 1000, -1, false, 1, AppAssignment.Tables.KEEP, new SessionRoles.BySession(1), 7, split);
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
