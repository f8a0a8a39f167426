package squall.apps.run;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import squall.apps.App;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.check.Ledger;
import squall.check.Seen;
import squall.spi.CheckResult;

/** What a run knows of its keys, and what readers saw of them. Safe for use by many threads. */
final class Evidence {
    private final Ledger ledger;
    private final Keys keys;
    private final Flaws ofReads = new Flaws();
    private final LongAdder judgedReads = new LongAdder();
    private final LongAdder splitReads = new LongAdder();
    private final LongAdder staleReads = new LongAdder();
    private final boolean staleAllowed;

    /** @param staleAllowed whether reads may miss what was acknowledged, in whole or in part */
    Evidence(Ledger ledger, Keys keys, boolean staleAllowed) {
        this.ledger = ledger;
        this.keys = keys;
        this.staleAllowed = staleAllowed;
    }

    Ledger ledger() {
        return ledger;
    }

    Keys keys() {
        return keys;
    }

    /** How all writes ended. */
    App.Writes writes() {
        long acknowledged = 0;
        long unknown = 0;
        for (long key = 0; key < keys.written(); key++) {
            acknowledged += ledger.acknowledgedVersion(key) + 1; // versions count from 0, and Ledger.NONE is -1
            unknown += ledger.isUnknown(key) ? 1 : 0;
        }
        return new App.Writes(acknowledged, unknown);
    }

    /** Whether parts of one write were seen apart. */
    static boolean split(List<Seen> parts) {
        return parts.stream().distinct().count() > 1;
    }

    /** @param parts each is judged by itself */
    Optional<Flaw> judgeRead(long key, int floor, List<Seen> parts) {
        judgedReads.increment();
        if (split(parts)) {
            splitReads.increment();
        }
        for (Seen part : parts) {
            Optional<Flaw> flaw = ledger.judgeRead(key, floor, part);
            if (flaw.isPresent() && staleAllowed && flaw.get() != Flaw.PHANTOM) {
                staleReads.increment();
                return Optional.empty();
            }
            if (flaw.isPresent()) {
                ofReads.add(flaw.get(), "key " + key + ": " + told(part) + ", version " + floor + " was acknowledged");
                return flaw;
            }
        }
        return Optional.empty();
    }

    /** Never more than told: nothing is promised that could be held or broken. */
    CheckResult splits() {
        return DataCheck.skipped(
                "isolation",
                splitReads.sum() + " reads saw one part of a write without the other, which this database allows");
    }

    CheckResult reads() {
        return DataCheck.recorded("reads", "reads", check -> {
            check.wrong(ofReads);
            check.examined(judgedReads.sum());
            if (staleAllowed) {
                check.skip(staleReads.sum() + " reads missed what was acknowledged, which reads of one replica may");
            }
            return ofReads.none() ? "every read saw the newest acknowledged write, or one that was under way" : "";
        });
    }

    /** Hands over every row there is. */
    interface Source {
        void read(App.Rows rows) throws IOException, InterruptedException;
    }

    /** Takes every row there is, then judges. One thread, after the last write. */
    final class Survey implements App.Rows {
        private final Flaws flaws = new Flaws();
        private final BitSet present = new BitSet();
        private final BitSet torn = new BitSet();
        private long unknownApplied;

        @Override
        public void row(long key, List<Seen> parts) {
            if (key < 0 || key >= ledger.keys()) {
                flaws.add(Flaw.PHANTOM, "a row under no key of ours: " + told(parts.getFirst()));
                return;
            }
            if (torn.get((int) key)) {
                return; // what else is said of it follows from that
            }
            if (present.get((int) key)) {
                flaws.add(Flaw.PHANTOM, "key " + key + " is there twice");
            }
            present.set((int) key);
            torn.set((int) key, parts.stream().anyMatch(Seen.Torn.class::isInstance));
            parts.forEach(part -> judge(key, part));
            Seen newer = new Seen.Version(ledger.acknowledgedVersion(key) + 1);
            if (ledger.isUnknown(key) && parts.contains(newer)) {
                unknownApplied++;
            }
        }

        /** Reads all there is into this, and judges it. What was found of a table that could not be read to its end is judged too. */
        CheckResult of(Source source) throws InterruptedException {
            return DataCheck.of("acknowledged writes", "acknowledged rows", check -> {
                check.wrong(flaws);
                source.read(this);
                return judged(check);
            });
        }

        private String judged(DataCheck check) {
            long rows = 0;
            long unknown = 0;
            long others = present.cardinality();
            for (long key = 0; key < keys.written(); key++) {
                boolean acknowledged = ledger.acknowledgedVersion(key) != Ledger.NONE;
                rows += acknowledged ? 1 : 0;
                others -= acknowledged && present.get((int) key) ? 1 : 0;
                unknown += ledger.isUnknown(key) ? 1 : 0;
                if (!present.get((int) key)) {
                    judge(key, new Seen.Missing());
                }
            }
            check.examined(rows + others);
            return flaws.none() ? rows + " acknowledged rows, all there as last acknowledged" + ofUnknown(unknown) : "";
        }

        private void judge(long key, Seen part) {
            ledger.judgeRow(key, part)
                    .ifPresent(flaw -> flaws.add(flaw, "key " + key + ": " + told(part) + ", " + acknowledged(key)));
        }

        private String ofUnknown(long unknown) {
            return unknown == 0
                    ? ""
                    : "; of " + unknown + " writes with unknown outcome " + unknownApplied + " were applied, "
                            + (unknown - unknownApplied) + " not";
        }
    }

    private String acknowledged(long key) {
        int version = ledger.acknowledgedVersion(key);
        return version == Ledger.NONE ? "none was acknowledged" : "version " + version + " was acknowledged";
    }

    private static String told(Seen seen) {
        return switch (seen) {
            case Seen.Version(int number) -> "version " + number;
            case Seen.Missing missing -> "no row";
            case Seen.NotUnder(int number) -> "no row with the value of version " + number;
            case Seen.Torn(String what) -> what;
        };
    }
}
