package squall.ycsb.workload;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.HumanNumbers;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;

/** Check that every value that is read is one that may stand where it was found. For all sessions. */
final class DataIntegrity {
    private static final String NAME = "values read";

    private final ValueMaker.Verifiable expected;
    private final LongAdder rowsRead = new LongAdder();
    private final LongAdder wrongRows = new LongAdder();
    private final AtomicReference<@Nullable String> firstWrong = new AtomicReference<>();

    DataIntegrity(ValueMaker.Verifiable expected) {
        this.expected = expected;
    }

    /** Returns Ok if every value of every row is right; else names the first that is not. */
    Outcome verify(ReadRows rows, ColumnSelection columns) {
        Outcome outcome = Outcome.OK;
        for (int row = 0; row < rows.count(); row++) {
            rowsRead.increment();
            String wrong = wrongValue(rows, row, columns);
            if (wrong != null) {
                wrongRows.increment();
                firstWrong.compareAndSet(null, wrong);
                outcome = new Outcome.Refused(new ErrorCode(ErrorKind.DATA, KeyValueStore.MISSING), wrong);
            }
        }
        return outcome;
    }

    List<CheckResult> results() {
        long read = rowsRead.sum();
        long wrong = wrongRows.sum();
        return List.of(DataCheck.recorded(NAME, "rows read", check -> {
            check.examined(read);
            if (wrong == 0) {
                return HumanNumbers.counted(read, "row") + " read, all correct";
            }
            check.wrong(wrong + " of " + read + " rows read were wrong; first: " + firstWrong);
            return "";
        }));
    }

    private @Nullable String wrongValue(ReadRows rows, int row, ColumnSelection columns) {
        for (int place = 0; place < columns.size(); place++) {
            Optional<String> fault = expected.fault(rows.key(row), columns.name(place), rows.value(row, place));
            if (fault.isPresent()) {
                return "row " + rows.key(row) + ", column " + columns.name(place) + ": " + fault.get();
            }
        }
        return null;
    }
}
