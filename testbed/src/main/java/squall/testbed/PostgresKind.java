package squall.testbed;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.spi.Options;

/** {@code bin/testbed ... postgres}. */
final class PostgresKind implements Kind {
    @Override
    public String about() {
        return "one PostgreSQL server on 127.0.0.1, durable, kept until reset";
    }

    @Override
    public Report up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        EmbeddedPostgres postgres = postgres(options);
        return Report.up(postgres, postgres.up());
    }

    @Override
    public Report down(Options options) throws IOException, InterruptedException {
        EmbeddedPostgres postgres = postgres(options);
        return Report.down(postgres, postgres.down());
    }

    @Override
    public Report status(Options options) throws IOException, InterruptedException {
        return Report.status(postgres(options));
    }

    @Override
    public Report reset(Options options) throws IOException, InterruptedException {
        EmbeddedPostgres postgres = postgres(options);
        return Report.reset(postgres, postgres.reset());
    }

    private static EmbeddedPostgres postgres(Options options) throws IOException {
        options.allowOnly(List.of("name"));
        return new EmbeddedPostgres(StateFolder.here(), options.text("name", EmbeddedPostgres.DEFAULT_NAME));
    }
}
