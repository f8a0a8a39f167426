package squall.tpcc.check;

import java.util.List;
import java.util.stream.IntStream;
import squall.tpcc.Scale;

/** Cuts a client's warehouses into pieces that one query can take. */
final class Batches {
    private Batches() {}

    /** In their order. @param most warehouses of one piece */
    static List<Scale> of(Scale scale, int most) {
        return IntStream.iterate(scale.from(), from -> from <= scale.last(), from -> from + most)
                .mapToObj(from -> new Scale(scale.total(), from, Math.min(most, scale.last() - from + 1)))
                .toList();
    }
}
