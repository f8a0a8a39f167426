package squall.tpcc.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.system.HumanNumbers;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.audit.AuditTrail.AuditLine;
import squall.tpcc.audit.AuditTrail.AuditLine.AuditVerdict;
import squall.tpcc.audit.AuditTrail.DrawCounts;

/** Audit of a run against clauses 9.2, 5.2.3 and 5.2.5. */
record TpccAudit(AuditTrail trail) {
    private static final AllowedShare ROLLBACKS =
            new AllowedShare("9.2.2.5.1", "New-Orders rolled back for an unused item", 0.01, 0.001);
    private static final AllowedShare REMOTE_LINES =
            new AllowedShare("9.2.2.5.3", "order lines supplied by another warehouse", 0.01, 0.0005);
    private static final AllowedShare REMOTE_PAYMENTS =
            new AllowedShare("9.2.2.5.4", "Payments by customers of another warehouse", 0.15, 0.01);
    private static final AllowedShare PAYMENTS_BY_NAME =
            new AllowedShare("9.2.2.5.5", "Payments by last name", 0.60, 0.03);
    private static final AllowedShare STATUSES_BY_NAME =
            new AllowedShare("9.2.2.5.6", "Order-Statuses by last name", 0.60, 0.03);

    private static final double FEWEST_MEAN_LINES = 9.5;
    private static final double MOST_MEAN_LINES = 10.5;

    /** Largest distance of the share of each number of lines from one in eleven: with 10,000 orders an honest draw is within 0.9 points. */
    private static final double LINES_TOLERANCE = 0.01;

    private static final long FEWEST_ORDERS = 10_000;

    /** Largest probability at which an honest draw that misses a warehouse counts as impossible. */
    private static final double RARE = 0.003;

    List<AuditLine> lines(WindowSummary measured) {
        List<AuditLine> lines = new ArrayList<>();
        lines.add(skippedDeliveries());
        lines.add(ROLLBACKS.judge(trail.rollbacks));
        lines.add(linesPerOrder());
        lines.add(remote(REMOTE_LINES, trail.remoteLines, trail.suppliers));
        lines.add(remote(REMOTE_PAYMENTS, trail.remotePayments, trail.payers));
        lines.add(PAYMENTS_BY_NAME.judge(trail.paymentsByLastName));
        lines.add(STATUSES_BY_NAME.judge(trail.statusesByLastName));
        lines.add(homes());
        lines.add(terminals());
        lines.addAll(mix(measured));
        for (TransactionType type : TransactionType.values()) {
            lines.add(keying(type));
            lines.add(thinking(type));
        }
        return List.copyOf(lines);
    }

    /** Checks that at most one Delivery in a hundred, or one in all, found a district without an order to deliver. */
    private AuditLine skippedDeliveries() {
        DrawCounts deliveries = trail.skippingDeliveries;
        long most = Math.max(1, deliveries.all() / 100);
        return line(
                "9.2.1.7",
                deliveries.hits() <= most,
                HumanNumbers.count(deliveries.hits()) + " of " + HumanNumbers.count(deliveries.all())
                        + " Deliveries skipped a district; at most " + HumanNumbers.count(most) + " are allowed");
    }

    private AuditLine linesPerOrder() {
        List<Long> orders = trail.ordersByLines();
        long all = orders.stream().mapToLong(Long::longValue).sum();
        long lines = IntStream.range(0, orders.size())
                .mapToLong(i -> orders.get(i) * (AuditTrail.FEWEST_LINES + i))
                .sum();
        double mean = all == 0 ? 0 : (double) lines / all;
        double off = orders.stream()
                .mapToDouble(count -> Math.abs((double) count / Math.max(1, all) - 1.0 / orders.size()))
                .max()
                .orElse(0);
        String detail = String.format(
                Locale.ROOT,
                "%.2f lines per order on average over %s New-Orders, required %.1f to %.1f; each of 5 to 15 within %.2f"
                        + " points of an eleventh, required at most %.2f",
                mean,
                HumanNumbers.count(all),
                FEWEST_MEAN_LINES,
                MOST_MEAN_LINES,
                off * 100,
                LINES_TOLERANCE * 100);
        if (all < FEWEST_ORDERS) {
            return new AuditLine(
                    "9.2.2.5.2",
                    AuditVerdict.SKIP,
                    detail + "; too few, at least " + HumanNumbers.count(FEWEST_ORDERS));
        }
        return line(
                "9.2.2.5.2", mean >= FEWEST_MEAN_LINES && mean <= MOST_MEAN_LINES && off <= LINES_TOLERANCE, detail);
    }

    private AuditLine remote(AllowedShare share, DrawCounts draws, AuditTrail.WarehouseSet hit) {
        int others = trail.scale.total();
        if (others == 1) {
            return new AuditLine(share.clause(), AuditVerdict.NOT_APPLICABLE, "there is only one warehouse");
        }
        AuditLine line = share.judge(draws);
        // A client's own warehouse is remote only to its other ones.
        int reachable = trail.scale.warehouses() == 1 ? others - 1 : others;
        String reached = "; " + hit.count() + " of " + reachable + " warehouses were reached";
        boolean certain = reachable * Math.exp(-(double) draws.hits() / reachable) < RARE;
        AuditVerdict verdict = line.verdict();
        if (hit.count() < reachable && verdict == AuditVerdict.PASS) {
            verdict = certain ? AuditVerdict.FAIL : AuditVerdict.SKIP;
        }
        return new AuditLine(share.clause(), verdict, line.detail() + reached);
    }

    private AuditLine homes() {
        int wanted = trail.scale.warehouses();
        return line(
                "4.2.2",
                trail.homes.count() == wanted,
                trail.homes.count() + " of " + wanted + " warehouses were used by their own terminals");
    }

    private AuditLine terminals() {
        int wanted = WarehouseScale.DISTRICTS * trail.scale.warehouses();
        return line(
                "4.2.2",
                trail.terminals == wanted,
                HumanNumbers.counted(trail.terminals, "terminal") + " for "
                        + HumanNumbers.counted(trail.scale.warehouses(), "warehouse") + ", required ten each, "
                        + HumanNumbers.count(wanted));
    }

    /** Judges the shares of the transactions completed; a Delivery that was queued is completed when its deferred part is (2.7.2). */
    private static List<AuditLine> mix(WindowSummary measured) {
        List<OperationSummary> types = measured.operations();
        long all = Stream.of(TransactionType.values())
                .mapToLong(type -> completed(types, type))
                .sum();
        List<AuditLine> lines = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            if (type.minimumPercent() > 0) {
                long ok = completed(types, type);
                double percent = all == 0 ? 0 : 100.0 * ok / all;
                lines.add(line(
                        "5.2.3",
                        percent >= type.minimumPercent(),
                        String.format(
                                Locale.ROOT,
                                "%s is %.2f %% of %s completed transactions, required at least %d.00 %%",
                                type.label(),
                                percent,
                                HumanNumbers.count(all),
                                type.minimumPercent())));
            }
        }
        return lines;
    }

    private static long completed(List<OperationSummary> types, TransactionType type) {
        return types.stream()
                .filter(operation -> operation.operation().name().equals(type.deferredLabel()))
                .findFirst()
                .or(() -> types.stream()
                        .filter(operation -> operation.operation().name().equals(type.label()))
                        .findFirst())
                .map(OperationSummary::ok)
                .orElse(0L);
    }

    private AuditLine keying(TransactionType type) {
        AuditTrail.MeasuredWaits waits = trail.waitsOf(type);
        double wanted = (double) type.keying().toSeconds();
        return waits.count() == 0
                ? unwaited("5.2.5.2", type, "keying", wanted)
                : line(
                        "5.2.5.2",
                        waits.meanKeyingSeconds() >= wanted,
                        seconds(type, "keying", waits.meanKeyingSeconds(), wanted));
    }

    /** Checks the mean think time. The tolerance allows for chance: the standard deviation of the distribution equals its mean. */
    private AuditLine thinking(TransactionType type) {
        AuditTrail.MeasuredWaits waits = trail.waitsOf(type);
        double wanted = (double) type.meanThink().toSeconds();
        if (waits.count() == 0) {
            return unwaited("5.2.5.4", type, "think", wanted);
        }
        double noise = 3 * wanted / Math.sqrt((double) waits.count());
        return line(
                "5.2.5.4",
                waits.meanThinkSeconds() >= wanted - noise,
                seconds(type, "mean think", waits.meanThinkSeconds(), wanted));
    }

    private static AuditLine unwaited(String clause, TransactionType type, String what, double wanted) {
        return new AuditLine(clause, AuditVerdict.FAIL, seconds(type, what, 0, wanted));
    }

    private static String seconds(TransactionType type, String what, double found, double wanted) {
        return String.format(
                Locale.ROOT, "%s %s time was %.2f s, required at least %.2f s", type.label(), what, found, wanted);
    }

    private static AuditLine line(String clause, boolean passed, String detail) {
        return new AuditLine(clause, passed ? AuditVerdict.PASS : AuditVerdict.FAIL, detail);
    }

    /**
     * Range that clause 9.2 allows for a share decided by chance.
     *
     * <p>An honest draw misses narrow limits too if there are few tries: of 10,000 New-Orders less than 0.9 % or more than 1.1 % are rolled
     * back in 31 of 100 runs. So a share passes only with enough tries for an honest draw to stay within the limits, and fails only where
     * an honest draw would not have led to it.
     *
     * @param what name of the share in messages
     * @param expected share by the specification, in (0, 1)
     * @param tolerance allowed distance on both sides
     */
    private record AllowedShare(String clause, String what, double expected, double tolerance) {
        /** Three standard deviations: an honest draw is outside in 3 of 1,000 runs. */
        private static final double SURE = 3;

        AuditLine judge(DrawCounts draws) {
            return new AuditLine(clause, verdict(draws), detail(draws));
        }

        private AuditVerdict verdict(DrawCounts draws) {
            boolean enough = draws.all() >= enough();
            double noise = enough ? 0 : SURE * Math.sqrt(expected * (1 - expected) / draws.all());
            if (Math.abs(draws.share() - expected) > tolerance + noise) {
                return AuditVerdict.FAIL;
            }
            return enough ? AuditVerdict.PASS : AuditVerdict.SKIP;
        }

        private String detail(DrawCounts draws) {
            String wanted = "required " + percent(expected - tolerance) + " to " + percent(expected + tolerance) + " %";
            if (draws.all() == 0) {
                return what + ": none was counted, " + wanted;
            }
            String found =
                    percent(draws.share()) + " % of " + HumanNumbers.count(draws.all()) + " " + what + ", " + wanted;
            return verdict(draws) == AuditVerdict.SKIP
                    ? found + "; too few, at least " + HumanNumbers.count(enough())
                    : found;
        }

        /** Returns the number of tries from which on an honest draw stays within the limits. */
        private long enough() {
            return Math.round(expected * (1 - expected) * SURE * SURE / (tolerance * tolerance));
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.2f", share * 100);
        }
    }
}
