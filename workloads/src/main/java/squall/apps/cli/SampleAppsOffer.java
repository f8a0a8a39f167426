package squall.apps.cli;

import java.io.IOException;
import java.util.function.Consumer;
import squall.apps.run.AppLoad;
import squall.apps.run.Roles;
import squall.cli.CommandException;
import squall.spi.Load;
import squall.spi.LoadProvider;

/** One sample application on one database. */
record SampleAppsOffer(Order order) implements LoadProvider.Offer {
    @Override
    public void fill(Consumer<String> say) {
        // These applications make their tables when they are set up, and fill them while they run.
    }

    @Override
    public Load load() throws IOException, InterruptedException {
        try {
            AppLoad load = new AppLoad(order.setting(), order.assignment(), Databases.tables(order, line -> {}));
            return order.assignment().batch() > 1 ? load : load.manned(byTurn());
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public int sessions() {
        return order.crew().sessions();
    }

    /** On a schedule any session may be free next: its turn says whether it writes. */
    private Roles byTurn() {
        return new Roles.ByTurn((double) order.crew().writers() / sessions());
    }
}
