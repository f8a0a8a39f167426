package squall.benchbase.config;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import squall.system.CommandException;

/**
 * The content of {@code <squall>}: all of Squall's settings that BenchBase has no element for, and ignores.
 *
 * @param testbed a target that is started by name in place of {@code <url>}
 * @param terminals simulated users, where they are not one to a connection
 * @param connections held at once, where they are not one to a terminal
 * @param waits whose keying and think times hold
 * @param mix how a terminal chooses its next transaction
 * @param deferredSessions connections that carry out deferred deliveries; empty: deliveries are not deferred
 * @param warehouses driven and loaded by this client; empty: all
 * @param fromWarehouse the first of them
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
    /** Whose keying and think times hold. */
    public enum Waits {
        /** Those of the file's {@code preExecutionWait} and {@code postExecutionWait}. */
        FILE,
        /** Those of TPC-C's clause 5.2.5. */
        SPECIFICATION,
        /** None. */
        NONE
    }

    /** How a terminal chooses its next transaction. */
    public enum Mix {
        /** At random by the weights of the phase. */
        WEIGHTS,
        /** From a shuffled deck of 23 cards (5.2.4.2); the weights of the phase are BenchBase's alone. */
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

    /** Nothing is extended. */
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

    static SquallExtension of(XmlSection root) throws CommandException {
        Optional<XmlSection> found = root.section(ConfigVocabulary.EXTENSION);
        if (found.isEmpty()) {
            return NONE;
        }
        XmlSection section = found.get().allowing(ELEMENTS, ConfigVocabulary.NO_ATTRIBUTES);
        return new SquallExtension(
                section.leaf("testbed").map(XmlSection.XmlElement::text),
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

    private static OptionalLong seed(XmlSection section) throws CommandException {
        Optional<Integer> seed = section.whole("seed", 0);
        return seed.isPresent() ? OptionalLong.of(seed.get()) : OptionalLong.empty();
    }
}
