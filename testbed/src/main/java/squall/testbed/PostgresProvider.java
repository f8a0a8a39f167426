package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.StateFolder;

/** Offers the embedded PostgreSQL by the name {@code postgres}; the option {@code name} distinguishes several, {@code data-dirs} gives it tablespaces. */
public final class PostgresProvider implements TargetProvider {
    private static final String NAME = "name";

    @Override
    public String kind() {
        return "postgres";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        options.allowOnly(List.of(NAME, EmbeddedPostgres.DATA_DIRS));
        String name = options.text(NAME, EmbeddedPostgres.DEFAULT_NAME);
        return new EmbeddedPostgres(StateFolder.here(), name)
                .up(EmbeddedPostgres.dataFolders(options))
                .target();
    }
}
