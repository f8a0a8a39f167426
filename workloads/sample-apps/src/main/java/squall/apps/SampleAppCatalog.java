package squall.apps;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;

/** Catalog of the workloads on the class path. @param apps in the order of their names */
public record SampleAppCatalog(List<SampleApp> apps) {
    public SampleAppCatalog {
        apps = List.copyOf(apps);
    }

    public static SampleAppCatalog load() {
        return new SampleAppCatalog(ServiceLoader.load(SampleApp.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(app -> app.profile().name()))
                .toList());
    }

    /** Finds a workload by name, regardless of case. */
    public Optional<SampleApp> find(String name) {
        return apps.stream()
                .filter(app -> lower(app.profile().name()).equals(lower(name)))
                .findFirst();
    }

    public List<String> names() {
        return apps.stream().map(app -> app.profile().name()).toList();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
