package squall.tpcc.terminal;

import java.util.List;
import java.util.stream.Collectors;
import squall.tpcc.TransactionType;

/**
 * One after the other, and then from the beginning, as a serial work of BenchBase has it.
 *
 * @param types at least one
 * @param twice whether each is done cold first, and then again
 */
public record SerialMix(List<TransactionType> types, boolean twice) implements TransactionMix {
    public SerialMix {
        types = List.copyOf(types);
        if (types.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one transaction");
        }
    }

    /** How many executions it takes to have been through all of them. */
    public int round() {
        return types.size() * times();
    }

    @Override
    public TransactionType at(long seed, int terminal, long step) {
        return types.get((int) (step / times() % types.size()));
    }

    @Override
    public boolean cold(long step) {
        return step % times() < times() - 1;
    }

    @Override
    public double share(TransactionType type) {
        return types.contains(type) ? 1.0 / types.size() : 0;
    }

    @Override
    public String label() {
        return types.stream().map(TransactionType::label).collect(Collectors.joining(", "))
                + (twice ? " in order, each once cold and once measured" : " in order");
    }

    private int times() {
        return twice ? 2 : 1;
    }
}
