package example;

import java.util.List;
import java.util.function.Consumer;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.Options;
import squall.spi.Target;

/** Offers {@link OrdersLoad} by the name {@code orders}. */
public final class OrdersLoads implements LoadProvider {
    @Override
    public String kind() {
        return "orders";
    }

    @Override
    public String summary() {
        return "places orders and looks for them";
    }

    @Override
    public Offer offer(Options options, Target target, long seed) {
        options.allowOnly(List.of("sessions"));
        return new OrdersOffer(target, options.number("sessions", 4, 1, 1000));
    }

    private record OrdersOffer(Target target, int sessions) implements Offer {
        @Override
        public void fill(Consumer<String> say) {
            // It begins without orders.
        }

        @Override
        public Load load() {
            return new OrdersLoad(target);
        }
    }
}
