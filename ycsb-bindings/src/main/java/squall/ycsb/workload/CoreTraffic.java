package squall.ycsb.workload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import squall.spi.Operation;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.KeyChoosers;
import squall.ycsb.distribution.KeyChoosers.KeyChooser;
import squall.ycsb.distribution.LengthDistribution;
import squall.ycsb.distribution.SplitMix;

/**
 * Plan of the operations of a CoreWorkload run, as its properties say; read before anything is connected to. Immutable.
 *
 * @param scanLengths rows of a scan
 * @param readAll whether reads and scans want all columns, else one
 * @param writeAll whether updates write all columns, else one
 * @param counter whether read-modify-writes raise one counter
 * @param firstInsert number of the first row that is inserted; empty: the one after those that earlier runs inserted
 */
public record CoreTraffic(
        CoreMix mix,
        KeyPlan keyPlan,
        LengthDistribution scanLengths,
        boolean readAll,
        boolean writeAll,
        boolean counter,
        OptionalLong firstInsert) {
    /** @throws CommandException if the properties contradict each other */
    public static CoreTraffic of(YcsbProperties properties, CoreSettings settings) throws CommandException {
        return new CoreTraffic(
                new CoreMix(properties, settings.values() instanceof ValueMaker.Verifiable),
                KeyPlan.of(properties, settings),
                scanLengths(properties),
                properties.get(CoreProperties.READ_ALL_FIELDS),
                properties.get(CoreProperties.WRITE_ALL_FIELDS),
                counter(properties),
                firstInsert(properties, settings));
    }

    private static OptionalLong firstInsert(YcsbProperties properties, CoreSettings settings) throws CommandException {
        boolean inserts = properties.get(CoreProperties.INSERT_PROPORTION) > 0;
        Optional<Long> given = properties.given(SquallProperties.RUN_INSERT_START);
        if (given.isEmpty()) {
            return inserts ? OptionalLong.empty() : OptionalLong.of(settings.recordCount());
        }
        String named = properties.origin(SquallProperties.RUN_INSERT_START) + ": squall.insertstart=" + given.get();
        if (!inserts) {
            throw CommandException.usage(named + " has no effect on a workload without inserts, and insertproportion"
                    + " is 0; leave it out, or set that");
        }
        long end = settings.first() + settings.rows();
        if (given.get() < end) { // choosers of rows would find none that is there
            throw CommandException.usage(named + " must be at least insertstart + insertcount = " + end
                    + ", behind the rows that the run reads; raise it, or lower recordcount");
        }
        return OptionalLong.of(given.get());
    }

    private static boolean counter(YcsbProperties properties) throws CommandException {
        boolean counter = properties.get(SquallProperties.COUNTER);
        if (counter && properties.get(CoreProperties.READ_MODIFY_WRITE_PROPORTION) <= 0) {
            throw CommandException.usage(properties.origin(SquallProperties.COUNTER)
                    + ": squall.counter=true needs a workload with read-modify-writes, but"
                    + " readmodifywriteproportion is 0; use workloadf, or set it");
        }
        return counter;
    }

    private static LengthDistribution scanLengths(YcsbProperties properties) throws CommandException {
        int shortest = CoreSettings.atMost(properties, CoreProperties.MIN_SCAN_LENGTH, CoreProperties.MAX_SCAN_LENGTH);
        int longest = properties.get(CoreProperties.MAX_SCAN_LENGTH);
        return properties.get(CoreProperties.SCAN_LENGTH_DISTRIBUTION).equals("uniform")
                ? LengthDistribution.uniform(shortest, longest)
                : LengthDistribution.zipfian(shortest, longest);
    }

    /**
     * Plan by which a run chooses its rows.
     *
     * @param name as printed: which distribution really ran
     * @param choosers a fresh one for each session
     */
    public record KeyPlan(String name, Supplier<KeyChooser> choosers) {
        static KeyPlan of(YcsbProperties properties, CoreSettings settings) throws CommandException {
            long first = settings.first();
            long rows = settings.rows();
            return switch (properties.get(CoreProperties.REQUEST_DISTRIBUTION)) {
                case "zipfian" -> zipfian(properties, settings);
                case "latest" -> {
                    KeyChoosers.ZetaSum zeta = new KeyChoosers.ZetaSum(KeyChoosers.THETA);
                    yield new KeyPlan("latest", () -> KeyChoosers.latest(zeta));
                }
                case "sequential" -> new KeyPlan("sequential", () -> KeyChoosers.sequential(first, rows));
                case "hotspot" -> hotspot(properties, settings);
                case "exponential" -> exponential(properties, settings);
                default -> new KeyPlan("uniform", () -> KeyChoosers.uniform(first, rows));
            };
        }

        private static KeyPlan zipfian(YcsbProperties properties, CoreSettings settings) throws CommandException {
            double theta = properties.get(CoreProperties.ZIPFIAN_THETA);
            if (properties.get(CoreProperties.ZIPFIAN_EXACT)) {
                return new KeyPlan(
                        "zipfian exact, theta " + theta,
                        () -> KeyChoosers.exactZipfian(settings.first(), settings.rows(), theta));
            }
            if (theta != KeyChoosers.THETA) {
                throw CommandException.usage(properties.origin(CoreProperties.ZIPFIAN_THETA) + ": zipfian.theta="
                        + theta + " needs zipfian.exact=true; upstream's zipfian has a fixed theta of 0.99");
            }
            // Twice the inserts to expect, as upstream: rows to come are part of the range, and redrawn until they are
            // there.
            long expected = (long) (properties.get(ClientProperties.OPERATION_COUNT)
                    * properties.get(CoreProperties.INSERT_PROPORTION)
                    * 2);
            return new KeyPlan(
                    "zipfian as upstream's",
                    () -> KeyChoosers.scrambledZipfian(settings.first(), settings.rows(), expected));
        }

        private static KeyPlan hotspot(YcsbProperties properties, CoreSettings settings) throws CommandException {
            try {
                KeyChooser stateless = KeyChoosers.hotspot(
                        settings.first(),
                        settings.rows(),
                        properties.get(CoreProperties.HOTSPOT_DATA_FRACTION),
                        properties.get(CoreProperties.HOTSPOT_OPERATION_FRACTION));
                return new KeyPlan("hotspot", () -> stateless);
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(e);
            }
        }

        private static KeyPlan exponential(YcsbProperties properties, CoreSettings settings) {
            double percentile = properties.get(CoreProperties.EXPONENTIAL_PERCENTILE);
            double range = settings.recordCount() * properties.get(CoreProperties.EXPONENTIAL_FRACTION);
            return new KeyPlan("exponential", () -> KeyChoosers.exponential(percentile, range));
        }
    }

    /** Mix of the operations that a run performs, with their weights. Immutable. */
    public static final class CoreMix {
        /** Kind of a turn. */
        enum Kind {
            READ,
            UPDATE,
            INSERT,
            SCAN,
            READ_MODIFY_WRITE
        }

        private static final Kind[] KINDS = Kind.values();

        private final WeightedChoice mix;
        private final Map<Kind, Operation> whole = new EnumMap<>(Kind.class);
        private final List<Operation> operations = new ArrayList<>();
        private final Operation partRead;
        private final Operation partUpdate;
        private final Operation verify;

        /** @param verified whether what is read is looked at */
        CoreMix(YcsbProperties properties, boolean verified) throws CommandException {
            for (Kind kind : KINDS) {
                whole.put(kind, add(kind.name().replace('_', '-'), false, weight(kind, properties) > 0));
            }
            boolean compound = weight(Kind.READ_MODIFY_WRITE, properties) > 0;
            this.partRead = add(PartNames.READ, true, compound);
            this.partUpdate = add(PartNames.UPDATE, true, compound);
            this.verify = add("VERIFY", true, verified);
            try {
                this.mix = new WeightedChoice(Stream.of(KINDS)
                        .mapToDouble(kind -> weight(kind, properties))
                        .toArray());
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(
                        "all proportions are 0; set one of readproportion, updateproportion, …", e);
            }
        }

        Kind next(SplitMix random) {
            return KINDS[mix.next(random)];
        }

        Operation whole(Kind kind) {
            return Objects.requireNonNull(whole.get(kind));
        }

        Operation partRead() {
            return partRead;
        }

        Operation partUpdate() {
            return partUpdate;
        }

        Operation verify() {
            return verify;
        }

        /** Returns the operations that occur. */
        List<Operation> operations() {
            return List.copyOf(operations);
        }

        private Operation add(String name, boolean part, boolean occurs) {
            Operation operation = new Operation(operations.size(), name, part);
            if (occurs) {
                operations.add(operation);
            }
            return operation;
        }

        private static double weight(Kind kind, YcsbProperties properties) {
            return properties.get(
                    switch (kind) {
                        case READ -> CoreProperties.READ_PROPORTION;
                        case UPDATE -> CoreProperties.UPDATE_PROPORTION;
                        case INSERT -> CoreProperties.INSERT_PROPORTION;
                        case SCAN -> CoreProperties.SCAN_PROPORTION;
                        case READ_MODIFY_WRITE -> CoreProperties.READ_MODIFY_WRITE_PROPORTION;
                    });
        }

        /** Weighted choice among several things. Immutable. */
        private static final class WeightedChoice {
            private final double[] upTo;

            /** @throws IllegalArgumentException if no weight is above 0 */
            WeightedChoice(double... weights) {
                double sum = 0;
                upTo = new double[weights.length];
                for (int i = 0; i < weights.length; i++) {
                    sum += weights[i];
                    upTo[i] = sum;
                }
                if (!(sum > 0)) { // written so that NaN fails too
                    throw new IllegalArgumentException("at least one weight must be above 0");
                }
            }

            /** Draws the index of a thing by the weights. */
            int next(SplitMix random) {
                double drawn = random.uniform() * upTo[upTo.length - 1];
                int place = 0;
                while (upTo[place] <= drawn) {
                    place++;
                }
                return place;
            }
        }
    }
}
