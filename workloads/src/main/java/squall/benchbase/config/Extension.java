package squall.benchbase.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import squall.cli.CommandException;
import squall.tpcc.schema.Placement;

/**
 * What {@code <squall>} holds: everything of ours that BenchBase has no element for, and ignores.
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
 * @param foreignKeys whether the tables refer to each other, as the specification has it
 * @param placement how tables are spread; where it is given, the file's {@code ddlpath} is BenchBase's alone
 */
public record Extension(
        Optional<String> testbed,
        Optional<Integer> terminals,
        Optional<Integer> connections,
        Waits waits,
        Mix mix,
        Optional<Integer> deferredSessions,
        Optional<Integer> warehouses,
        Optional<Integer> fromWarehouse,
        OptionalLong seed,
        boolean foreignKeys,
        Optional<Placement> placement) {
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
            "foreignkeys",
            "pieces",
            "partitions",
            "zones",
            "regions");

    /** Nothing is extended. */
    static final Extension NONE = new Extension(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Waits.FILE,
            Mix.WEIGHTS,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            true,
            Optional.empty());

    static Extension of(Section root) throws CommandException {
        Optional<Section> found = root.section(Vocabulary.EXTENSION);
        if (found.isEmpty()) {
            return NONE;
        }
        Section section = found.get().allowing(ELEMENTS, Vocabulary.NO_ATTRIBUTES);
        return new Extension(
                section.leaf("testbed").map(Element::text),
                section.whole("terminals", 1),
                section.whole("connections", 1),
                choice(section, "waits", Waits.FILE),
                choice(section, "mix", Mix.WEIGHTS),
                section.whole("deferreddelivery", 1),
                section.whole("warehouses", 1),
                section.whole("fromwarehouse", 1),
                seed(section),
                section.flag("foreignkeys", true),
                Placements.of(section));
    }

    private static OptionalLong seed(Section section) throws CommandException {
        Optional<Integer> seed = section.whole("seed", 0);
        return seed.isPresent() ? OptionalLong.of(seed.get()) : OptionalLong.empty();
    }

    private static <E extends Enum<E>> E choice(Section section, String name, E fallback) throws CommandException {
        Optional<Element> element = section.leaf(name);
        if (element.isEmpty()) {
            return fallback;
        }
        List<E> choices = List.of(fallback.getDeclaringClass().getEnumConstants());
        Optional<E> chosen = choices.stream()
                .filter(choice -> written(choice).equals(element.get().text()))
                .findFirst();
        if (chosen.isEmpty()) {
            throw element.get()
                    .unfit(choices.stream().map(Extension::written).collect(Collectors.joining(" or ")));
        }
        return chosen.get();
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
