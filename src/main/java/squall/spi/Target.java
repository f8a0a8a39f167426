package squall.spi;

import java.util.Map;

/**
 * A database under test that something made ready: where it is and how to get in.
 *
 * @param kind the provider's name, for example {@code postgres}
 * @param url the driver's address, without password
 * @param user empty if none is needed
 * @param password empty if none is needed; never printed
 * @param properties what the provider wants known of it, for the manifest
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
