package squall.benchbase.output;

import java.util.List;
import squall.benchbase.config.Transaction;

/**
 * The numbers that BenchBase gives to the transactions of a file.
 *
 * @param names in the order of the file
 */
record TypeNumbers(List<String> names) {
    TypeNumbers {
        names = List.copyOf(names);
    }

    static TypeNumbers of(List<Transaction> transactions) {
        return new TypeNumbers(transactions.stream()
                .map(transaction -> transaction.type().label())
                .toList());
    }

    /** From 1. */
    int of(String name) {
        int place = names.indexOf(name);
        if (place < 0) {
            throw new IllegalArgumentException(name + " is not one of the file's transactions " + names);
        }
        return place + 1;
    }

    String name(int number) {
        return names.get(number - 1);
    }
}
