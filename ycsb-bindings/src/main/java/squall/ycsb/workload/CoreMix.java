package squall.ycsb.workload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import squall.spi.Operation;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.SplitMix;

/** Which operations a run performs, and how often each. Immutable. */
public final class CoreMix {
    /** What one turn does. */
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
            throw new CommandException(
                    ExitCode.USAGE, "all proportions are 0; set one of readproportion, updateproportion, …", e);
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

    /** Those that occur. */
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

    /** Chooses one of several things by their weights. Immutable. */
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

        /** The place of what was chosen among the weights. */
        int next(SplitMix random) {
            double drawn = random.nextDouble() * upTo[upTo.length - 1];
            int place = 0;
            while (upTo[place] <= drawn) {
                place++;
            }
            return place;
        }
    }
}
