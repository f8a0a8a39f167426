package squall.ycsb.workload;

import java.io.IOException;
import java.nio.file.Path;
import squall.engine.schedule.ClientSplit;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.FnvHash;
import squall.ycsb.distribution.LengthDistribution;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedText;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.YcsbSchema;

/**
 * Settings of CoreWorkload, made of its properties and checked. Immutable.
 *
 * @param first number of the first row this client loads, or reads
 * @param rows how many of them
 * @param recordCount rows in the whole table, over all clients
 * @param split which part of a run that several clients share is done here
 */
public record CoreSettings(
        YcsbSchema schema,
        KeyNames keys,
        ValueMaker values,
        long first,
        long rows,
        long recordCount,
        long seed,
        ClientSplit split) {
    /** @throws CommandException if the properties contradict each other; names them, and how to fix it */
    public static CoreSettings of(YcsbProperties properties, long seed) throws CommandException {
        long recordCount = recordCount(properties);
        long first = properties.get(CoreProperties.INSERT_START);
        long rows = properties.given(ClientProperties.INSERT_COUNT).orElse(recordCount - first);
        if (rows < 1 || rows > recordCount - first) {
            throw CommandException.usage("recordcount=" + recordCount
                    + " must be at least insertstart + insertcount, and insertcount at least 1: "
                    + "insertstart=" + first + ", insertcount=" + rows);
        }
        return new CoreSettings(
                YcsbSchema.of(properties),
                KeyNames.of(properties),
                values(properties),
                first,
                rows,
                recordCount,
                seed,
                ClientSplit.WHOLE);
    }

    /** Returns the settings for a client that loads its part of the rows. @throws CommandException if there are more clients than rows */
    public CoreSettings loadedBy(ClientSplit part) throws CommandException {
        if (rows < part.clients()) {
            throw CommandException.usage(rows + " rows cannot be divided among " + part.clients() + " clients");
        }
        return new CoreSettings(
                schema, keys, values, first + part.first(rows), part.count(rows), recordCount, seed, part);
    }

    /**
     * Returns the settings for a client that does its part of a run on all rows.
     *
     * @throws CommandException if the values can be checked only by a client that does everything
     */
    public CoreSettings runBy(ClientSplit part) throws CommandException {
        if (part.shared() && values instanceof ValueMaker.Stamped) {
            throw CommandException.usage(
                    "squall.values=stamped compares each row with the last acknowledged write, and other clients write it too; omit"
                            + " it or --clients");
        }
        return new CoreSettings(schema, keys, values, first, rows, recordCount, seed, part);
    }

    /** Returns the number of the row that a load inserts with this turn of the whole run. */
    public long loadedNumber(long index) {
        return first + split.own(index);
    }

    /** Tells whether other clients load other rows of the same table. */
    public boolean partial() {
        return first > 0 || rows < recordCount;
    }

    /** Fills in the values that a load with this seed gives the row. @param random moved to them @return the row's key */
    public String loadedRow(long number, SplitMix random, RowValues into) {
        String key = keys.of(number);
        values.fill(key, schema.all(), random.seek(~seed, number), into);
        return key;
    }

    private static long recordCount(YcsbProperties properties) throws CommandException {
        long recordCount = properties.get(ClientProperties.RECORD_COUNT);
        if (recordCount == 0) {
            throw CommandException.usage(properties.origin(ClientProperties.RECORD_COUNT)
                    + ": recordcount is 0; set it to the number of rows in the table: -p recordcount=1000");
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
            throw CommandException.usage(
                    "dataintegrity=true and squall.values=stamped need different values; choose one");
        }
        if (!distribution.equals("constant")) {
            throw CommandException.usage(asked + " needs fieldlengthdistribution=constant, not '" + distribution + "'");
        }
        if (stamped && length < StampedText.SHORTEST) {
            throw CommandException.usage(
                    asked + " needs fieldlength of at least " + StampedText.SHORTEST + ", not " + length);
        }
        return stamped ? new ValueMaker.Stamped(new StampedText(length)) : new ValueMaker.Checkable(length);
    }

    private static LengthDistribution lengths(YcsbProperties properties, String distribution, int length)
            throws CommandException {
        return switch (distribution) {
            case "uniform", "zipfian" -> {
                int min = atMost(properties, CoreProperties.MIN_FIELD_LENGTH, CoreProperties.FIELD_LENGTH);
                yield distribution.equals("uniform")
                        ? LengthDistribution.uniform(min, length)
                        : LengthDistribution.zipfian(min, length);
            }
            case "histogram" -> histogram(Path.of(properties.get(CoreProperties.FIELD_LENGTH_HISTOGRAM)));
            default -> LengthDistribution.constant(length);
        };
    }

    /** Returns the smaller one of a pair, if it is smaller. */
    static int atMost(YcsbProperties properties, PropertyDefinition<Integer> min, PropertyDefinition<Integer> max)
            throws CommandException {
        if (properties.get(min) > properties.get(max)) {
            throw CommandException.usage(min.name() + "=" + properties.get(min) + " must not be above " + max.name()
                    + "=" + properties.get(max));
        }
        return properties.get(min);
    }

    private static LengthDistribution histogram(Path file) throws CommandException {
        try {
            return LengthDistribution.histogram(file);
        } catch (IOException e) {
            throw CommandException.of("fieldlengthhistogram: ", e);
        }
    }

    /**
     * Format of keys that turns the number of a row into its key: {@code user}, zeros, digits.
     *
     * @param hashed whether the digits are those of the number's hash
     * @param digits zeros are put in front up to so many
     */
    public record KeyNames(boolean hashed, int digits) {
        private static final String PREFIX = "user";

        public static KeyNames of(YcsbProperties properties) {
            return new KeyNames(
                    properties.get(CoreProperties.INSERT_ORDER).equals("hashed"),
                    properties.get(CoreProperties.ZERO_PADDING));
        }

        public String of(long number) {
            String decimal = Long.toString(hashed ? FnvHash.hash(number) : number);
            int zeros = digits - decimal.length();
            return zeros > 0 ? PREFIX + "0".repeat(zeros) + decimal : PREFIX.concat(decimal);
        }
    }
}
