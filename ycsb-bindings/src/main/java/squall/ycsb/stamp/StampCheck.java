package squall.ycsb.stamp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.Detached;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Stores;

/** Compares the rows of a table with the ledger of what was acknowledged. One thread, once. */
final class StampCheck {
    private static final String NAME = "acknowledged writes";

    private final Stores stores;
    private final StampedText text;
    private final Ledger ledger;
    private final Rows found = new Rows();
    private final List<String> lost = new ArrayList<>();
    private final List<String> stale = new ArrayList<>();
    private final List<String> corrupt = new ArrayList<>();

    StampCheck(Stores stores, StampedText text, Ledger ledger) {
        this.stores = stores;
        this.text = text;
        this.ledger = ledger;
    }

    CheckResult run() throws InterruptedException {
        Turn turn = Detached.now();
        try (Store store = stores.open(0)) {
            for (String key : ledger.rows()) {
                inspect(store, key, turn);
            }
        } catch (IOException e) {
            return new CheckResult(NAME, Verdict.UNDECIDED, String.valueOf(e.getMessage()));
        }
        return new CheckResult(NAME, verdict(), detail());
    }

    private void inspect(Store store, String key, Turn turn) throws IOException, InterruptedException {
        Outcome outcome = store.read(key, ledger.columns(), found, turn);
        if (!(outcome instanceof Outcome.Ok)) {
            throw new IOException("row " + key + " could not be read: " + outcome);
        }
        if (found.count() == 0) {
            lost.add(key);
            return;
        }
        for (int place = 0; place < ledger.columns().size(); place++) {
            judge(key, place);
        }
    }

    private void judge(String key, int place) {
        String column = ledger.columns().name(place);
        String value = found.value(0, place);
        Optional<Stamp> stamp = value == null ? Optional.empty() : text.stamp(key, column, value);
        if (stamp.isEmpty()) {
            corrupt.add(key + " " + column);
        } else if (ledger.stale(key, place, stamp.get())) {
            stale.add(key + " " + column);
        }
    }

    /** A stale value proves nothing if some writes that nobody knows the end of were not remembered. */
    private Verdict verdict() {
        if (!lost.isEmpty() || !corrupt.isEmpty() || (!stale.isEmpty() && ledger.complete())) {
            return Verdict.FAILED;
        }
        return ledger.complete() ? Verdict.PASSED : Verdict.UNDECIDED;
    }

    private String detail() {
        String faults = Stream.of(
                        counted(lost, "rows lost"),
                        counted(stale, "values older than acknowledged"),
                        counted(corrupt, "values corrupt"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return ledger.rows().size() + " rows written, " + (faults.isEmpty() ? "all as acknowledged" : faults)
                + (ledger.complete() ? "" : "; more was written than this check can remember");
    }

    private static String counted(List<String> cases, String name) {
        return cases.isEmpty() ? "" : cases.size() + " " + name + " (the first: " + cases.get(0) + ")";
    }
}
