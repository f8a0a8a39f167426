package squall.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.CommandException;
import squall.system.ExitCode;

/** The databases that this installation makes ready by itself, by kind. @param providers in the order of the class path */
public record TargetRegistry(List<TargetProvider> providers) {
    public TargetRegistry {
        providers = List.copyOf(providers);
    }

    /** Those of the thread's class path. */
    public static TargetRegistry load() {
        return load(Thread.currentThread().getContextClassLoader());
    }

    public static TargetRegistry load(ClassLoader classes) {
        return new TargetRegistry(ServiceLoader.load(TargetProvider.class, classes).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
    }

    /** As users type them. */
    public List<String> kinds() {
        return providers.stream().map(TargetProvider::kind).toList();
    }

    /**
     * The running target of this kind, started if it was not; empty if this installation has none.
     *
     * @param name what the message of a failure calls it
     * @param say receives one line for each step that takes noticeable time
     * @throws CommandException if it does not start here
     */
    public Optional<Target> up(String kind, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        return up(kind, Map.of(), name, say);
    }

    /** The same, as its options want it. @throws IllegalArgumentException if it has no such options */
    public Optional<Target> up(String kind, Map<String, String> options, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        for (TargetProvider provider : providers) {
            if (provider.kind().equals(kind)) {
                return Optional.of(up(provider, new Options(kind, options), name, say));
            }
        }
        return Optional.empty();
    }

    private static Target up(TargetProvider provider, Options options, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        try {
            return provider.up(options, say);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, name + " did not start: " + e.getMessage(), e);
        }
    }
}
