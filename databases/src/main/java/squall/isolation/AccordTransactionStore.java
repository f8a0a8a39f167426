package squall.isolation;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/**
 * Store of lists or registers over CQL whose transactions Accord orders. A transaction is one statement: it reads all of its keys, then
 * writes; so no read sees a write of its own transaction.
 */
public final class AccordTransactionStore extends CqlTransactionStore {
    private final History.Model model;
    private final boolean sameCell;

    /**
     * @param sameCell whether a transaction that writes a key several times does so in as many statements; else in one, as every
     *     application must on versions that apply only the last of them
     */
    public AccordTransactionStore(CqlDatabase database, RunTable at, History.Model model, boolean sameCell) {
        super(database, at);
        this.model = model;
        this.sameCell = sameCell;
    }

    @Override
    public History.Model model() {
        return model;
    }

    /** Returns the guarantee that Cassandra's documentation claims of Accord. */
    @Override
    public Promise promise() {
        return new Promise("Accord transactions", Optional.of(ConsistencyModel.STRICT_SERIALIZABLE));
    }

    @Override
    public Client client(int session) {
        return new AccordClient(session);
    }

    /** Statement of one transaction. Pure. @param reads its keys in the order in which their values are answered */
    record TransactionText(List<Long> reads, List<CellWrite> writes) {
        /** Write of the one cell of a key. @param values in the order in which they are written */
        record CellWrite(long key, List<Long> values) {}

        static TransactionText of(List<KeyOperation> operations, boolean sameCell) {
            var reads = new ArrayList<Long>();
            var writes = new ArrayList<CellWrite>();
            Map<Long, List<Long>> merged = new LinkedHashMap<>();
            for (KeyOperation operation : operations) {
                switch (operation) {
                    case KeyOperation.Read read when reads.contains(read.key()) -> {}
                    case KeyOperation.Read read -> reads.add(read.key());
                    case KeyOperation.Write write
                    when sameCell -> writes.add(new CellWrite(write.key(), List.of(write.value())));
                    case KeyOperation.Write write ->
                        merged.computeIfAbsent(write.key(), unseen -> new ArrayList<>())
                                .add(write.value());
                }
            }
            merged.forEach((key, values) -> writes.add(new CellWrite(key, values)));
            return new TransactionText(List.copyOf(reads), List.copyOf(writes));
        }

        String cql(RunTable at, boolean lists) {
            Stream<String> lets = IntStream.range(0, reads.size())
                    .mapToObj(read -> "LET r" + read + " = (" + at.select("?", "?") + ")");
            Stream<String> select = reads.isEmpty()
                    ? Stream.empty()
                    : Stream.of(IntStream.range(0, reads.size())
                            .mapToObj(read -> "r" + read + ".v")
                            .collect(Collectors.joining(", ", "SELECT ", "")));
            String update = "UPDATE " + at.name() + " SET v " + (lists ? "+= ?" : "= ?") + " WHERE k = ? AND run = ?";
            Stream<String> updates = writes.stream().map(write -> update);
            return CqlDialect.ACCORD.transaction(
                    Stream.of(lets, select, updates).flatMap(part -> part).toList());
        }

        /** Returns the values of the markers. @param lists whether all values of a cell are appended, else it holds the last of them */
        Object[] values(long run, boolean lists) {
            Stream<Object> ofReads = reads.stream().flatMap(key -> Stream.<Object>of(key, run));
            Stream<Object> ofWrites = writes.stream()
                    .flatMap(write ->
                            Stream.of(lists ? write.values() : write.values().getLast(), write.key(), run));
            return Stream.concat(ofReads, ofWrites).toArray();
        }
    }

    private final class AccordClient extends CqlHandle implements Client {
        AccordClient(int session) {
            super(cluster(), session);
        }

        @Override
        public Outcome perform(
                boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, CallContext call)
                throws InterruptedException {
            boolean lists = model == History.Model.LIST_APPEND;
            WorkEffect effect = writes ? WorkEffect.ONCE : WorkEffect.READ;
            Outcome outcome = unit(effect, call, exchange -> {
                List<KeyOperation> operations = plan.get();
                TransactionText text = TransactionText.of(operations, sameCell);
                var statement = exchange.prepared(text.cql(at(), lists)).bind(text.values(at().run(), lists));
                history.begin();
                operations.stream()
                        .filter(KeyOperation.Write.class::isInstance)
                        .map(KeyOperation.Write.class::cast)
                        .forEach(history::write);
                record(operations, text.reads(), exchange.execute(statement).next(), history);
                return Outcome.OK;
            });
            history.end(outcome);
            return outcome;
        }

        private void record(
                List<KeyOperation> operations, List<Long> answered, @Nullable Row row, SessionHistory history) {
            for (KeyOperation operation : operations) {
                if (operation instanceof KeyOperation.Read read) {
                    history.readBeforeWrites(read.key(), values(row, answered.indexOf(read.key())));
                }
            }
        }
    }
}
