package squall.benchbase.config;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import squall.system.CommandException;

/**
 * Extension of a configuration file: all of Squall's settings that BenchBase has no element for. BenchBase ignores the element
 * {@code <squall>} that contains them.
 *
 * @param testbed target that is started by name, in place of {@code <url>}
 * @param terminals number of simulated users; empty: one to a connection
 * @param connections number of connections; empty: one to a terminal
 * @param waits origin of the keying and think times
 * @param mix choice of a terminal's next transaction
 * @param deferredSessions connections that carry out deferred deliveries; empty: deliveries are not deferred
 * @param warehouses driven and loaded by this client; empty: all
 * @param fromWarehouse first of them
 * @param seed of everything random
 * @param layout of the tables
 */
public record SquallExtension(
        Optional<String> testbed,
        Optional<Integer> terminals,
        Optional<Integer> connections,
        Waits waits,
        Mix mix,
        Optional<Integer> deferredSessions,
        Optional<Integer> warehouses,
        Optional<Integer> fromWarehouse,
        OptionalLong seed,
        TableLayout layout) {
    /** Origin of the keying and think times. */
    public enum Waits {
        /** The file's {@code preExecutionWait} and {@code postExecutionWait}. */
        FILE,
        /** The times that clause 5.2.5 of TPC-C specifies. */
        SPECIFICATION,
        /** No waits. */
        NONE
    }

    /** Choice of a terminal's next transaction. */
    public enum Mix {
        /** Random draws by the weights of the phase. */
        WEIGHTS,
        /** A shuffled deck of 23 cards (clause 5.2.4.2); the weights of the phase are for BenchBase alone. */
        DECK
    }

    static final Set<String> ELEMENTS = Set.of(
            "testbed",
            "terminals",
            "connections",
            "waits",
            "mix",
            "deferreddelivery",
            "warehouses",
            "fromwarehouse",
            "seed",
            "ddl",
            "foreignkeys",
            "pieces",
            "partitions",
            "zones",
            "regions");

    /** Extension of a file that has none. */
    static final SquallExtension NONE = new SquallExtension(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Waits.FILE,
            Mix.WEIGHTS,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            TableLayout.BY_DEFAULT);

    static SquallExtension of(XmlElement root) throws CommandException {
        Optional<XmlElement> found = root.find(ConfigVocabulary.EXTENSION);
        if (found.isEmpty()) {
            return NONE;
        }
        XmlElement section = found.get().allowing(ELEMENTS, ConfigVocabulary.NO_ATTRIBUTES);
        return new SquallExtension(
                section.leaf("testbed").map(XmlElement::text),
                section.whole("terminals", 1),
                section.whole("connections", 1),
                section.choice("waits", Waits.FILE),
                section.choice("mix", Mix.WEIGHTS),
                section.whole("deferreddelivery", 1),
                section.whole("warehouses", 1),
                section.whole("fromwarehouse", 1),
                seed(section),
                TableLayout.of(section));
    }

    private static OptionalLong seed(XmlElement section) throws CommandException {
        Optional<Integer> seed = section.whole("seed", 0);
        return seed.isPresent() ? OptionalLong.of(seed.get()) : OptionalLong.empty();
    }
}
