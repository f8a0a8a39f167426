package example;

import java.util.List;
import java.util.function.Consumer;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;

/** Workload {@code orders}: an {@link OrdersLoad}. */
public final class OrdersWorkload implements Workload {
    @Override
    public String name() {
        return "orders";
    }

    @Override
    public String summary() {
        return "places orders and looks for them";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) {
        options.allowOnly(List.of("sessions"));
        return new PreparedOrders(target, options.number("sessions", 4, 1, 1000));
    }

    private record PreparedOrders(Target target, int sessions) implements PreparedWorkload {
        @Override
        public void fill(Consumer<String> progress) {
            // It begins without orders.
        }

        @Override
        public Load load() {
            return new OrdersLoad(target);
        }
    }
}
