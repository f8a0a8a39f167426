package squall.database;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.spi.ClientBarrier;
import squall.spi.DriverSteps;
import squall.spi.Instrument;
import squall.spi.Load;

/** Load of a database whose own metrics are read, and in which the clients of a run meet. */
public interface DatabaseLoad extends Load {
    Database tested();

    @Override
    default List<Instrument> instruments(List<URI> pages) {
        return tested().instruments(pages);
    }

    @Override
    default Optional<ClientBarrier> barrier() {
        return tested().barrier();
    }

    @Override
    default DriverSteps driverSteps(long originNs) {
        return tested().driverSteps(originNs);
    }
}
