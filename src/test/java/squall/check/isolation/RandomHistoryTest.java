package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.check.isolation.History.Ending;
import squall.check.isolation.History.Model;

/** The checker against the oracle on histories that no store makes: transactions whose reads are drawn at random. */
class RandomHistoryTest {
    private static final int SEEDS = 6_000;
    private static final int KEYS = 2;

    @ParameterizedTest
    @EnumSource(Model.class)
    void no_level_is_ruled_out_that_an_order_explains_and_none_holds_that_no_order_explains(Model model)
            throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            History history = new RandomReads(model, seed).history();
            IsolationResult result = IsolationChecker.check(history);
            BruteForce oracle = new BruteForce(history);
            String context = model + " seed " + seed + ": " + result.text();
            compare(context, result, ConsistencyModel.SERIALIZABLE, oracle.isSerializable());
            compare(context, result, ConsistencyModel.SNAPSHOT, oracle.isSnapshotIsolated());
            compare(context, result, ConsistencyModel.STRONG_SNAPSHOT, oracle.isStronglySnapshotIsolated());
            compare(context, result, ConsistencyModel.STRICT_SERIALIZABLE, oracle.isStrictlySerializable());
        }
    }

    private static void compare(String context, IsolationResult result, ConsistencyModel level, boolean explained) {
        if (explained) {
            assertThat(result.allows(level)).as(context).isTrue();
        } else {
            assertThat(result.holds(level)).as(context).isFalse();
        }
    }

    /** Up to four transactions; a read returns a beginning of one order of the key's values, or, now and then, anything. */
    private static final class RandomReads {
        private final Model model;
        private final Random random;
        private final List<List<Long>> values = new ArrayList<>();

        RandomReads(Model model, long seed) {
            this.model = model;
            this.random = new Random(seed);
            for (int key = 0; key < KEYS; key++) {
                values.add(new ArrayList<>());
            }
        }

        History history() throws InvalidHistoryException {
            List<List<long[]>> transactions = new ArrayList<>();
            int size = 2 + random.nextInt(3);
            for (int transaction = 0; transaction < size; transaction++) {
                transactions.add(operations());
            }
            values.forEach(written -> Collections.shuffle(written, random));
            History.Builder builder = History.builder(model);
            for (int session = 0; session < size; session++) {
                long beginNs = random.nextInt(6);
                builder.begin(session, beginNs);
                for (long[] operation : transactions.get(session)) {
                    add(builder, operation);
                }
                boolean aborted = random.nextInt(16) == 0;
                builder.end(beginNs + 1 + random.nextInt(6), aborted ? Ending.ABORTED : Ending.COMMITTED);
            }
            return builder.build();
        }

        /** Returns a key for each operation, with the value of a write. */
        private List<long[]> operations() {
            List<long[]> operations = new ArrayList<>();
            int length = 1 + random.nextInt(3);
            for (int at = 0; at < length; at++) {
                int key = random.nextInt(KEYS);
                if (random.nextBoolean()) {
                    long value = values.get(key).size() + 1L;
                    values.get(key).add(value);
                    operations.add(new long[] {key, value});
                } else {
                    operations.add(new long[] {key});
                }
            }
            return operations;
        }

        private void add(History.Builder builder, long[] operation) throws InvalidHistoryException {
            if (operation.length == 2) {
                builder.write(operation[0], operation[1]);
                return;
            }
            List<Long> written = new ArrayList<>(values.get((int) operation[0]));
            if (random.nextInt(16) == 0) {
                Collections.shuffle(written, random);
            }
            List<Long> seen = written.subList(0, random.nextInt(written.size() + 1));
            List<Long> read = model == Model.LIST_APPEND || seen.isEmpty() ? seen : List.of(seen.getLast());
            builder.read(operation[0], read.stream().mapToLong(Long::longValue).toArray());
        }
    }
}
