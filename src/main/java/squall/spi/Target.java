package squall.spi;

import java.util.Map;

/**
 * Target: a database under test, with its address and login.
 *
 * @param kind name of its provider, for example {@code postgres}
 * @param url address for the driver, without password
 * @param user name of the user; empty if none is needed
 * @param password password; empty if none is needed; never printed
 * @param properties facts from the provider, for the manifest
 */
public record Target(String kind, String url, String user, String password, Map<String, String> properties) {
    public Target {
        properties = Map.copyOf(properties);
    }

    @Override
    public String toString() {
        return "Target[" + kind + ", " + url + "]";
    }
}
