package squall.apps.run;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import squall.apps.SampleApp;
import squall.check.DataAnomalies;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.check.VersionLedger;
import squall.spi.CheckResult;
import squall.system.HumanNumbers;

/** History of a run's keys: what was written and what readers saw. Safe for use by many threads. */
final class KeyHistory {
    private final VersionLedger ledger;
    private final KeySequence keys;
    private final DataAnomalies ofReads = new DataAnomalies();
    private final LongAdder judgedReads = new LongAdder();
    private final LongAdder splitReads = new LongAdder();
    private final LongAdder staleReads = new LongAdder();
    private final boolean staleAllowed;

    /** @param staleAllowed whether reads may miss what was acknowledged, in whole or in part */
    KeyHistory(VersionLedger ledger, KeySequence keys, boolean staleAllowed) {
        this.ledger = ledger;
        this.keys = keys;
        this.staleAllowed = staleAllowed;
    }

    VersionLedger ledger() {
        return ledger;
    }

    KeySequence keys() {
        return keys;
    }

    /** Counts the acknowledged writes and the keys with an unknown one. */
    SampleApp.WriteOutcomes writes() {
        long acknowledged = 0;
        long unknown = 0;
        for (long key = keys.first(); key < keys.written(); key++) {
            acknowledged += ledger.acknowledgedVersion(key) + 1; // versions count from 0, and Ledger.NONE is -1
            unknown += ledger.isUnknown(key) ? 1 : 0;
        }
        return new SampleApp.WriteOutcomes(acknowledged, unknown);
    }

    /** Returns whether parts of one write were seen apart. */
    static boolean split(List<ObservedValue> parts) {
        return parts.stream().distinct().count() > 1;
    }

    /** @param parts each is judged by itself */
    Optional<DataAnomaly> judgeRead(long key, int floor, List<ObservedValue> parts) {
        judgedReads.increment();
        if (split(parts)) {
            splitReads.increment();
        }
        for (ObservedValue part : parts) {
            Optional<DataAnomaly> anomaly = ledger.judgeRead(key, floor, part);
            if (anomaly.isPresent() && staleAllowed && anomaly.get() != DataAnomaly.PHANTOM) {
                staleReads.increment();
                return Optional.empty();
            }
            if (anomaly.isPresent()) {
                ofReads.add(
                        anomaly.get(), "key " + key + ": " + text(part) + ", version " + floor + " was acknowledged");
                return anomaly;
            }
        }
        return Optional.empty();
    }

    /** Reports reads that saw writes in part. Never a pass or a failure, as the database promises nothing here. */
    CheckResult splits() {
        return DataCheck.skipped(
                "isolation",
                HumanNumbers.counted(splitReads.sum(), "read")
                        + " saw one part of a write without the other, which this database allows");
    }

    CheckResult reads() {
        return DataCheck.recorded("reads", "reads", check -> {
            check.wrong(ofReads);
            check.examined(judgedReads.sum());
            if (staleAllowed) {
                check.skip(HumanNumbers.counted(staleReads.sum(), "read")
                        + " missed what was acknowledged, which reads of one replica may");
            }
            return ofReads.none() ? "every read saw the newest acknowledged write, or one that was under way" : "";
        });
    }

    /** Source of all rows. */
    interface Source {
        void read(SampleApp.SurveyedRows rows) throws IOException, InterruptedException;
    }

    /** Survey that receives all rows, then judges them. Used by one thread, after the last write. */
    final class KeySurvey implements SampleApp.SurveyedRows {
        private final DataAnomalies anomalies = new DataAnomalies();
        private final BitSet present = new BitSet();
        private final BitSet torn = new BitSet();
        private long unknownApplied;

        @Override
        public void row(long key, List<ObservedValue> parts) {
            if (key < 0 || key >= ledger.keys()) {
                anomalies.add(DataAnomaly.PHANTOM, "a row under no key of ours: " + text(parts.getFirst()));
                return;
            }
            if (!keys.owns(key) || torn.get((int) key)) {
                return; // another client judges it; or what else is said of it follows from that
            }
            if (present.get((int) key)) {
                anomalies.add(DataAnomaly.PHANTOM, "key " + key + " is there twice");
            }
            present.set((int) key);
            torn.set((int) key, parts.stream().anyMatch(ObservedValue.Torn.class::isInstance));
            parts.forEach(part -> judge(key, part));
            ObservedValue newer = new ObservedValue.Version(ledger.acknowledgedVersion(key) + 1);
            if (ledger.isUnknown(key) && parts.contains(newer)) {
                unknownApplied++;
            }
        }

        /** Reads all there is into this, and judges it. What was found of a table that could not be read to its end is judged too. */
        CheckResult of(Source source) throws InterruptedException {
            return DataCheck.of("acknowledged writes", "acknowledged rows", check -> {
                check.wrong(anomalies);
                source.read(this);
                return judged(check);
            });
        }

        private String judged(DataCheck check) {
            long rows = 0;
            long unknown = 0;
            long others = present.cardinality();
            for (long key = keys.first(); key < keys.written(); key++) {
                boolean acknowledged = ledger.acknowledgedVersion(key) != VersionLedger.NONE;
                rows += acknowledged ? 1 : 0;
                others -= acknowledged && present.get((int) key) ? 1 : 0;
                unknown += ledger.isUnknown(key) ? 1 : 0;
                if (!present.get((int) key)) {
                    judge(key, new ObservedValue.Missing());
                }
            }
            check.examined(rows + others);
            check.figure(CheckResult.ACKNOWLEDGED, rows);
            check.figure(CheckResult.UNKNOWN, unknown);
            return anomalies.none()
                    ? rows + " acknowledged rows, all there as last acknowledged" + ofUnknown(unknown)
                    : "";
        }

        private void judge(long key, ObservedValue part) {
            ledger.judgeRow(key, part)
                    .ifPresent(anomaly ->
                            anomalies.add(anomaly, "key " + key + ": " + text(part) + ", " + acknowledged(key)));
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
        return version == VersionLedger.NONE ? "none was acknowledged" : "version " + version + " was acknowledged";
    }

    private static String text(ObservedValue seen) {
        return switch (seen) {
            case ObservedValue.Version(int number) -> "version " + number;
            case ObservedValue.Missing missing -> "no row";
            case ObservedValue.NotUnder(int number) -> "no row with the value of version " + number;
            case ObservedValue.Torn(String what) -> what;
        };
    }
}
