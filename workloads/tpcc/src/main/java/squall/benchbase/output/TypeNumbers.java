package squall.benchbase.output;

import java.util.List;
import squall.benchbase.config.TransactionSettings;

/**
 * The numbers that BenchBase gives to the transactions of a file.
 *
 * @param names in the order of the file
 */
record TypeNumbers(List<String> names) {
    TypeNumbers {
        names = List.copyOf(names);
    }

    static TypeNumbers of(List<TransactionSettings> transactions) {
        return new TypeNumbers(transactions.stream()
                .map(transaction -> transaction.type().label())
                .toList());
    }

    /** From 1; 0 if it is none of them. */
    int of(String name) {
        return 1 + names.indexOf(name);
    }

    String name(int number) {
        return names.get(number - 1);
    }
}
