package squall.benchbase.config;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import squall.system.CommandException;

/** Vocabulary of a configuration file: BenchBase's own names, and the one extension. */
final class ConfigVocabulary {
    /** Element for all of Squall's settings; BenchBase ignores it, as it ignores every unknown element. */
    static final String EXTENSION = "squall";

    static final String BENCH = "bench";
    static final Set<String> NO_ATTRIBUTES = Set.of();

    private static final Set<String> ROOT = Set.of(
            "type",
            "driver",
            "url",
            "username",
            "password",
            "isolation",
            "reconnectOnConnectionFailure",
            "newConnectionPerTxn",
            "retries",
            "batchsize",
            "scalefactor",
            "terminals",
            "loaderThreads",
            "randomSeed",
            "ddlpath",
            "sessionsetupfile",
            "afterload",
            "works",
            "transactiontypes");

    /** Elements that BenchBase knows, for benchmarks other than TPC-C. */
    private static final List<String> OTHER_BENCHMARKS = List.of(
            "query_templates_file",
            "anonymization",
            "fieldSize",
            "skewFactor",
            "fileFormat",
            "tracefile",
            "datadir",
            "selectivity");

    private ConfigVocabulary() {}

    /** Checks the children of the root. @throws CommandException on one that neither BenchBase's TPC-C nor Squall has */
    static void check(XmlElement root) throws CommandException {
        for (String name : OTHER_BENCHMARKS) {
            if (!root.all(name).isEmpty()) {
                throw root.all(name).getFirst().wrong("has no meaning for tpcc: remove it");
            }
        }
        root.allowing(rootElements(), NO_ATTRIBUTES);
    }

    static Collection<String> rootElements() {
        Set<String> names = new HashSet<>(ROOT);
        names.add(EXTENSION);
        return names;
    }
}
