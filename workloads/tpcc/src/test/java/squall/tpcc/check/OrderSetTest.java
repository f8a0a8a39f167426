package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OrderSetTest {
    @Test
    void what_was_added_is_there_and_nothing_else() {
        OrderSet orders = of(3_001, 3_002, 3_583, 3_584, 9_999_999);
        assertThat(LongStream.of(3_001, 3_002, 3_583, 3_584, 9_999_999)).allMatch(orders::contains);
        assertThat(LongStream.of(0, 3_000, 3_003, 3_585, 3_001 + 512, 9_999_998))
                .noneMatch(orders::contains);
        assertThat(orders.size()).isEqualTo(5);
    }

    @Test
    void an_order_is_added_once() {
        OrderSet orders = new OrderSet();
        assertThat(orders.add(3_001)).isTrue();
        assertThat(orders.add(3_001)).isFalse();
        assertThat(orders.size()).isEqualTo(1);
    }

    @Test
    void the_difference_is_counted_and_its_lowest_is_named() {
        OrderSet here = of(5_000, 3_001, 4_000, 3_002);
        assertThat(here.sizeWithout(of(3_001, 5_000, 6_000))).isEqualTo(2);
        assertThat(here.lowestWithout(of(3_001, 5_000, 6_000))).isEqualTo(3_002);
        assertThat(here.lowestWithout(here)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void orders_that_many_threads_add_in_any_order_are_all_kept() throws InterruptedException, ExecutionException {
        int threads = 4;
        int each = 50_000;
        OrderSet orders = new OrderSet();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Long>> added = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread;
                // Half of each thread's orders are another's too, so that both race for the same bits.
                added.add(pool.submit(() -> LongStream.range(0, each)
                        .map(i -> 3_001 + i * threads / 2 + first)
                        .filter(orders::add)
                        .count()));
            }
            long sum = 0;
            for (Future<Long> count : added) {
                sum += count.get();
            }
            assertThat(sum).isEqualTo(orders.size());
        }
        assertThat(orders.size()).isEqualTo(each * threads / 2 + 2);
    }

    private static OrderSet of(long... numbers) {
        OrderSet orders = new OrderSet();
        LongStream.of(numbers).forEach(orders::add);
        return orders;
    }
}
