package squall.ycsb.workload;

import java.io.IOException;
import java.nio.file.Path;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.Property;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.Lengths;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedText;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Values;

/**
 * What CoreWorkload's properties mean together, checked. Immutable.
 *
 * @param first number of the first row this client loads, or reads
 * @param rows how many of them
 * @param recordCount rows in the whole table, over all clients
 */
public record CoreSettings(
        Schema schema, KeyNames keys, ValueMaker values, long first, long rows, long recordCount, long seed) {
    /** @throws CommandException if the properties contradict each other; says which, and how to mend it */
    public static CoreSettings of(YcsbProperties properties, long seed) throws CommandException {
        long recordCount = recordCount(properties);
        long first = properties.get(CoreProperties.INSERT_START);
        long rows = properties.given(ClientProperties.INSERT_COUNT).orElse(recordCount - first);
        if (rows < 1 || rows > recordCount - first) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "recordcount=" + recordCount
                            + " must be at least insertstart + insertcount, and insertcount at least 1: "
                            + "insertstart=" + first + ", insertcount=" + rows);
        }
        return new CoreSettings(
                Schema.of(properties), KeyNames.of(properties), values(properties), first, rows, recordCount, seed);
    }

    /** Whether other clients load other rows of the same table. */
    public boolean partial() {
        return first > 0 || rows < recordCount;
    }

    /** The values that a load with this seed gives the row. @param random moved to them @return the row's key */
    public String loadedRow(long number, SplitMix random, Values into) {
        String key = keys.of(number);
        values.fill(key, schema.all(), random.seek(~seed, number), into);
        return key;
    }

    private static long recordCount(YcsbProperties properties) throws CommandException {
        long recordCount = properties.get(ClientProperties.RECORD_COUNT);
        if (recordCount == 0) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(ClientProperties.RECORD_COUNT)
                            + ": recordcount is 0; say how many rows the table has: -p recordcount=1000");
        }
        return recordCount;
    }

    private static ValueMaker values(YcsbProperties properties) throws CommandException {
        String distribution = properties.get(CoreProperties.FIELD_LENGTH_DISTRIBUTION);
        int length = properties.get(CoreProperties.FIELD_LENGTH);
        boolean integrity = properties.get(CoreProperties.DATA_INTEGRITY);
        boolean stamped = properties.get(SquallProperties.VALUES).equals("stamped");
        if (!integrity && !stamped) {
            return new ValueMaker.Random(lengths(properties, distribution, length));
        }
        String asked = integrity ? "dataintegrity=true" : "squall.values=stamped";
        if (integrity && stamped) {
            throw new CommandException(
                    ExitCode.USAGE, "dataintegrity=true and squall.values=stamped want different values; choose one");
        }
        if (!distribution.equals("constant")) {
            throw new CommandException(
                    ExitCode.USAGE, asked + " needs fieldlengthdistribution=constant, not '" + distribution + "'");
        }
        if (stamped && length < StampedText.SHORTEST) {
            throw new CommandException(
                    ExitCode.USAGE,
                    asked + " needs fieldlength of at least " + StampedText.SHORTEST + ", not " + length);
        }
        return stamped ? new ValueMaker.Stamped(new StampedText(length)) : new ValueMaker.Checkable(length);
    }

    private static Lengths lengths(YcsbProperties properties, String distribution, int length) throws CommandException {
        return switch (distribution) {
            case "uniform", "zipfian" -> {
                int min = atMost(properties, CoreProperties.MIN_FIELD_LENGTH, CoreProperties.FIELD_LENGTH);
                yield distribution.equals("uniform") ? Lengths.uniform(min, length) : Lengths.zipfian(min, length);
            }
            case "histogram" -> histogram(Path.of(properties.get(CoreProperties.FIELD_LENGTH_HISTOGRAM)));
            default -> Lengths.constant(length);
        };
    }

    /** The smaller one of a pair, if it is smaller. */
    static int atMost(YcsbProperties properties, Property<Integer> min, Property<Integer> max) throws CommandException {
        if (properties.get(min) > properties.get(max)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    min.name() + "=" + properties.get(min) + " must not be above " + max.name() + "="
                            + properties.get(max));
        }
        return properties.get(min);
    }

    private static Lengths histogram(Path file) throws CommandException {
        try {
            return Lengths.histogram(file);
        } catch (IOException e) {
            throw CommandException.of("fieldlengthhistogram: ", e);
        }
    }
}
