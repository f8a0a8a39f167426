package squall.ycsb;

/** Catalog of the properties of CoreWorkload, under its names and with its defaults, and Squall's additions. */
public final class CoreProperties {
    public static final PropertyDefinition<String> TABLE =
            PropertyDefinition.text("table", "usertable", "name of the table");
    public static final PropertyDefinition<Integer> FIELD_COUNT =
            PropertyDefinition.small("fieldcount", 1, 1_500, 10, "columns in addition to the key");
    public static final PropertyDefinition<String> FIELD_NAME_PREFIX =
            PropertyDefinition.text("fieldnameprefix", "field", "prefix of column names, followed by a number from 0");
    public static final PropertyDefinition<Integer> FIELD_LENGTH =
            PropertyDefinition.small("fieldlength", 1, 100_000_000, 100, "maximum bytes of a value");
    public static final PropertyDefinition<Integer> MIN_FIELD_LENGTH =
            PropertyDefinition.small("minfieldlength", 1, 100_000_000, 1, "minimum bytes of a value");
    public static final PropertyDefinition<String> FIELD_LENGTH_DISTRIBUTION = PropertyDefinition.oneOf(
            "fieldlengthdistribution", "distribution of value lengths", "constant", "uniform", "zipfian", "histogram");
    public static final PropertyDefinition<String> FIELD_LENGTH_HISTOGRAM = PropertyDefinition.text(
            "fieldlengthhistogram", "hist.txt", "file of value lengths, for the distribution histogram");
    public static final PropertyDefinition<Boolean> READ_ALL_FIELDS =
            PropertyDefinition.flag("readallfields", true, "reads take all columns; false: one at random");
    public static final PropertyDefinition<Boolean> READ_ALL_FIELDS_BY_NAME = PropertyDefinition.flag(
            "readallfieldsbyname", false, "accepted; Squall names the columns it reads in any case");
    public static final PropertyDefinition<Boolean> WRITE_ALL_FIELDS =
            PropertyDefinition.flag("writeallfields", false, "updates write all columns; false: one at random");
    public static final PropertyDefinition<Boolean> DATA_INTEGRITY = PropertyDefinition.flag(
            "dataintegrity", false, "values are derived from key and column, and every value read is compared");
    public static final PropertyDefinition<Double> READ_PROPORTION = weight("readproportion", 0.95, "weight of reads");
    public static final PropertyDefinition<Double> UPDATE_PROPORTION =
            weight("updateproportion", 0.05, "weight of updates");
    public static final PropertyDefinition<Double> INSERT_PROPORTION =
            weight("insertproportion", 0, "weight of inserts");
    public static final PropertyDefinition<Double> SCAN_PROPORTION = weight("scanproportion", 0, "weight of scans");
    public static final PropertyDefinition<Double> READ_MODIFY_WRITE_PROPORTION =
            weight("readmodifywriteproportion", 0, "weight of reads followed by an update of the same row");
    public static final PropertyDefinition<String> REQUEST_DISTRIBUTION = PropertyDefinition.oneOf(
            "requestdistribution",
            "distribution of keys",
            "uniform",
            "zipfian",
            "latest",
            "hotspot",
            "sequential",
            "exponential");
    public static final PropertyDefinition<Double> HOTSPOT_DATA_FRACTION =
            PropertyDefinition.number("hotspotdatafraction", 0, 1, 0.2, "share of the keys that are hot");
    public static final PropertyDefinition<Double> HOTSPOT_OPERATION_FRACTION =
            PropertyDefinition.number("hotspotopnfraction", 0, 1, 0.8, "share of the operations on hot keys");
    public static final PropertyDefinition<Double> EXPONENTIAL_PERCENTILE = PropertyDefinition.number(
            "exponential.percentile", 0.000_001, 99.999_999, 95.0, "percentage of operations within exponential.frac");
    public static final PropertyDefinition<Double> EXPONENTIAL_FRACTION = PropertyDefinition.of(
            "exponential.frac",
            PropertyFormat.positive(),
            0.8571428571,
            "share of the newest keys, see exponential.percentile");
    public static final PropertyDefinition<Integer> MIN_SCAN_LENGTH =
            PropertyDefinition.small("minscanlength", 1, 10_000_000, 1, "minimum rows of a scan");
    public static final PropertyDefinition<Integer> MAX_SCAN_LENGTH =
            PropertyDefinition.small("maxscanlength", 1, 10_000_000, 1000, "maximum rows of a scan");
    public static final PropertyDefinition<String> SCAN_LENGTH_DISTRIBUTION =
            PropertyDefinition.oneOf("scanlengthdistribution", "distribution of scan lengths", "uniform", "zipfian");
    public static final PropertyDefinition<String> INSERT_ORDER = PropertyDefinition.text(
            "insertorder", "hashed", "hashed: keys are hashed numbers; anything else: the numbers");
    public static final PropertyDefinition<Integer> ZERO_PADDING =
            PropertyDefinition.small("zeropadding", 0, 200, 1, "minimum digits of a key");
    public static final PropertyDefinition<Long> INSERT_START = PropertyDefinition.whole(
            "insertstart", 0, "number of the first row of this load, and of the rows this run reads");
    public static final PropertyDefinition<Integer> INSERTION_RETRY_LIMIT = PropertyDefinition.small(
            "core_workload_insertion_retry_limit",
            0,
            Integer.MAX_VALUE,
            0,
            "accepted for upstream's classes; Squall retries whatever is safe to retry, see db.retries");
    public static final PropertyDefinition<Double> INSERTION_RETRY_INTERVAL =
            PropertyDefinition.number("core_workload_insertion_retry_interval", 0, 86_400, 3.0, "as above, in seconds");
    public static final PropertyDefinition<Boolean> INSERTION_KEEP_GOING = PropertyDefinition.flag(
            "core_workload_insertion_keep_going_on_error",
            false,
            "accepted; Squall always finishes a load and reports what failed");
    public static final PropertyDefinition<Boolean> ZIPFIAN_EXACT = PropertyDefinition.flag(
            "zipfian.exact",
            false,
            "a true Zipf distribution over the loaded rows instead of upstream's approximation");
    public static final PropertyDefinition<Double> ZIPFIAN_THETA = PropertyDefinition.number(
            "zipfian.theta", 0.01, 20, 0.99, "skew; values other than 0.99 need zipfian.exact=true");

    private CoreProperties() {}

    private static PropertyDefinition<Double> weight(String name, double fallback, String about) {
        return PropertyDefinition.of(name, PropertyFormat.number(0, 1e9), fallback, about);
    }
}
