package squall.ycsb;

import java.util.List;

/** What CoreWorkload reads, under its names and with its defaults, and Squall's additions to it. */
public final class CoreProperties {
    public static final Property<String> TABLE = Property.text("table", "usertable", "name of the table");
    public static final Property<Integer> FIELD_COUNT =
            Property.of("fieldcount", Format.small(1, 1_500), 10, "columns beside the key");
    public static final Property<String> FIELD_NAME_PREFIX =
            Property.text("fieldnameprefix", "field", "columns are called by it and a number from 0");
    public static final Property<Integer> FIELD_LENGTH =
            Property.of("fieldlength", Format.small(1, 100_000_000), 100, "bytes of a value, at most");
    public static final Property<Integer> MIN_FIELD_LENGTH =
            Property.of("minfieldlength", Format.small(1, 100_000_000), 1, "bytes of a value, at least");
    public static final Property<String> FIELD_LENGTH_DISTRIBUTION = Property.of(
            "fieldlengthdistribution",
            Format.oneOf("constant", "uniform", "zipfian", "histogram"),
            "constant",
            "how lengths of values spread");
    public static final Property<String> FIELD_LENGTH_HISTOGRAM =
            Property.text("fieldlengthhistogram", "hist.txt", "file of lengths, for the distribution histogram");
    public static final Property<Boolean> READ_ALL_FIELDS =
            Property.flag("readallfields", true, "reads take all columns; false: one at random");
    public static final Property<Boolean> READ_ALL_FIELDS_BY_NAME =
            Property.flag("readallfieldsbyname", false, "accepted; Squall names the columns it reads in any case");
    public static final Property<Boolean> WRITE_ALL_FIELDS =
            Property.flag("writeallfields", false, "updates write all columns; false: one at random");
    public static final Property<Boolean> DATA_INTEGRITY = Property.flag(
            "dataintegrity", false, "values follow from key and column, and every value read is compared");
    public static final Property<Double> READ_PROPORTION = weight("readproportion", 0.95, "weight of reads");
    public static final Property<Double> UPDATE_PROPORTION = weight("updateproportion", 0.05, "weight of updates");
    public static final Property<Double> INSERT_PROPORTION = weight("insertproportion", 0, "weight of inserts");
    public static final Property<Double> SCAN_PROPORTION = weight("scanproportion", 0, "weight of scans");
    public static final Property<Double> READ_MODIFY_WRITE_PROPORTION =
            weight("readmodifywriteproportion", 0, "weight of reads followed by an update of the same row");
    public static final Property<String> REQUEST_DISTRIBUTION = Property.of(
            "requestdistribution",
            Format.oneOf("uniform", "zipfian", "latest", "hotspot", "sequential", "exponential"),
            "uniform",
            "how keys are chosen");
    public static final Property<Double> HOTSPOT_DATA_FRACTION =
            Property.of("hotspotdatafraction", Format.number(0, 1), 0.2, "share of the keys that is hot");
    public static final Property<Double> HOTSPOT_OPERATION_FRACTION = Property.of(
            "hotspotopnfraction", Format.number(0, 1), 0.8, "share of the operations that goes to the hot keys");
    public static final Property<Double> EXPONENTIAL_PERCENTILE = Property.of(
            "exponential.percentile",
            Format.number(0.000_001, 99.999_999),
            95.0,
            "percentage of operations within exponential.frac");
    public static final Property<Double> EXPONENTIAL_FRACTION = Property.of(
            "exponential.frac",
            Format.positive(),
            0.8571428571,
            "share of the newest keys, see exponential.percentile");
    public static final Property<Integer> MIN_SCAN_LENGTH =
            Property.of("minscanlength", Format.small(1, 10_000_000), 1, "rows of a scan, at least");
    public static final Property<Integer> MAX_SCAN_LENGTH =
            Property.of("maxscanlength", Format.small(1, 10_000_000), 1000, "rows of a scan, at most");
    public static final Property<String> SCAN_LENGTH_DISTRIBUTION = Property.of(
            "scanlengthdistribution", Format.oneOf("uniform", "zipfian"), "uniform", "how lengths of scans spread");
    public static final Property<String> INSERT_ORDER =
            Property.text("insertorder", "hashed", "hashed: keys are hashed numbers; anything else: the numbers");
    public static final Property<Integer> ZERO_PADDING =
            Property.of("zeropadding", Format.small(0, 200), 1, "digits of a key, at least");
    public static final Property<Long> INSERT_START =
            Property.whole("insertstart", 0, "number of the first row of this load, and of the rows this run reads");
    public static final Property<Integer> INSERTION_RETRY_LIMIT = Property.of(
            "core_workload_insertion_retry_limit",
            Format.small(0, Integer.MAX_VALUE),
            0,
            "accepted for upstream's classes; Squall retries what may be retried, see db.retries");
    public static final Property<Double> INSERTION_RETRY_INTERVAL =
            Property.of("core_workload_insertion_retry_interval", Format.number(0, 86_400), 3.0, "as above, seconds");
    public static final Property<Boolean> INSERTION_KEEP_GOING = Property.flag(
            "core_workload_insertion_keep_going_on_error",
            false,
            "accepted; Squall finishes a load, and says what failed");
    public static final Property<Boolean> ZIPFIAN_EXACT = Property.flag(
            "zipfian.exact", false, "a true Zipf distribution over the loaded rows in place of upstream's");
    public static final Property<Double> ZIPFIAN_THETA = Property.of(
            "zipfian.theta", Format.number(0.01, 20), 0.99, "skew; another than 0.99 needs zipfian.exact=true");

    static final List<Property<?>> ALL = List.of(
            TABLE,
            FIELD_COUNT,
            FIELD_NAME_PREFIX,
            FIELD_LENGTH,
            MIN_FIELD_LENGTH,
            FIELD_LENGTH_DISTRIBUTION,
            FIELD_LENGTH_HISTOGRAM,
            READ_ALL_FIELDS,
            READ_ALL_FIELDS_BY_NAME,
            WRITE_ALL_FIELDS,
            DATA_INTEGRITY,
            READ_PROPORTION,
            UPDATE_PROPORTION,
            INSERT_PROPORTION,
            SCAN_PROPORTION,
            READ_MODIFY_WRITE_PROPORTION,
            REQUEST_DISTRIBUTION,
            HOTSPOT_DATA_FRACTION,
            HOTSPOT_OPERATION_FRACTION,
            EXPONENTIAL_PERCENTILE,
            EXPONENTIAL_FRACTION,
            MIN_SCAN_LENGTH,
            MAX_SCAN_LENGTH,
            SCAN_LENGTH_DISTRIBUTION,
            INSERT_ORDER,
            ZERO_PADDING,
            INSERT_START,
            INSERTION_RETRY_LIMIT,
            INSERTION_RETRY_INTERVAL,
            INSERTION_KEEP_GOING,
            ZIPFIAN_EXACT,
            ZIPFIAN_THETA);

    private CoreProperties() {}

    private static Property<Double> weight(String name, double fallback, String about) {
        return Property.of(name, Format.number(0, 1e9), fallback, about);
    }
}
