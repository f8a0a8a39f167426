package squall.benchbase.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.spi.Nearest;
import squall.tpcc.TransactionType;

/** Reads {@code <transactiontypes>}. The order in the file is the order of the weights. */
final class Transactions {
    private static final Set<String> CHILDREN = Set.of("transactiontype", "groupings");
    private static final Set<String> MEMBERS = Set.of("name", "id", "preExecutionWait", "postExecutionWait");
    private static final List<String> NAMES =
            Stream.of(TransactionType.values()).map(TransactionType::label).toList();

    private Transactions() {}

    static List<Transaction> of(Section root, String bench) throws CommandException {
        Section types = new Section(root.need("transactiontypes"), bench).allowing(CHILDREN, Set.of(Vocabulary.BENCH));
        List<Transaction> transactions = new ArrayList<>();
        Set<TransactionType> seen = EnumSet.noneOf(TransactionType.class);
        for (Element element : types.all("transactiontype")) {
            Transaction transaction = one(new Section(element, bench).allowing(MEMBERS, Vocabulary.NO_ATTRIBUTES));
            if (!seen.add(transaction.type())) {
                throw element.wrong("names " + transaction.type().label() + " a second time");
            }
            transactions.add(transaction);
        }
        if (transactions.isEmpty()) {
            throw types.element().wrong("holds no <transactiontype>");
        }
        checkGroupings(types, bench, transactions.size());
        return transactions;
    }

    private static Transaction one(Section section) throws CommandException {
        section.whole("id", 0); // BenchBase's own bookkeeping; read only to be checked
        return new Transaction(
                type(section.need("name")), wait(section, "preExecutionWait"), wait(section, "postExecutionWait"));
    }

    private static TransactionType type(Element name) throws CommandException {
        Optional<TransactionType> type = Arrays.stream(TransactionType.values())
                .filter(known -> known.label().equals(name.text()))
                .findFirst();
        if (type.isEmpty()) {
            throw name.wrong("is no transaction of tpcc: '" + name.text() + "'" + Nearest.hint(name.text(), NAMES));
        }
        return type.get();
    }

    private static Duration wait(Section section, String name) throws CommandException {
        return Duration.ofMillis(section.whole(name, 0).orElse(0));
    }

    /** BenchBase checks these and then uses them for nothing. */
    private static void checkGroupings(Section types, String bench, int count) throws CommandException {
        Optional<Section> groupings = types.section("groupings");
        if (groupings.isEmpty()) {
            return;
        }
        groupings.get().allowing(Set.of("grouping"), Vocabulary.NO_ATTRIBUTES);
        for (Element element : groupings.get().all("grouping")) {
            Section grouping =
                    new Section(element, bench).allowing(Set.of("name", "weights"), Vocabulary.NO_ATTRIBUTES);
            Element name = grouping.need("name");
            if (!name.text().matches("[a-z]\\w*") || name.text().equals("all")) {
                throw name.unfit("a word that begins with a small letter, and not 'all'");
            }
            Weights.read(grouping.need("weights"), count);
        }
    }
}
