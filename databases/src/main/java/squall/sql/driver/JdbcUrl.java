package squall.sql.driver;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import squall.system.SecretMasking;

/**
 * Address of JDBC, parsed so that each host can be tried separately and addresses contain no secrets.
 *
 * @param endpoints one for each host, in the order given; addresses of drivers not known here stay whole
 * @param parameters those behind the question mark, decoded
 * @param driver whose properties Squall knows, or an unknown one
 */
public record JdbcUrl(List<Endpoint> endpoints, Map<String, String> parameters, DriverFamily driver) {
    /** Endpoint of one server. @param label host:port, as reported @param address for its driver, without parameters */
    public record Endpoint(String label, String address) {}

    /**
     * Kind of addresses.
     *
     * @param taken the prefix that the driver takes, where it differs
     */
    private record Kind(String prefix, int defaultPort, DriverFamily driver, String taken) {
        Kind(String prefix, int defaultPort, DriverFamily driver) {
            this(prefix, defaultPort, driver, prefix);
        }
    }

    /** Parameters by which the drivers of PostgreSQL and YugabyteDB choose a server. */
    private static final List<String> CHOOSING = List.of("targetServerType", "load-balance", "topology-keys");

    private static final List<Kind> KINDS = List.of(
            new Kind("jdbc:postgresql:", 5432, DriverFamily.POSTGRESQL),
            new Kind("jdbc:yugabytedb:", 5433, DriverFamily.POSTGRESQL),
            new Kind("jdbc:cockroachdb:", 26257, DriverFamily.POSTGRESQL),
            new Kind("jdbc:mariadb:", 3306, DriverFamily.MARIADB),
            new Kind("jdbc:mysql:", 3306, DriverFamily.MARIADB, "jdbc:mariadb:"));

    public JdbcUrl {
        endpoints = List.copyOf(endpoints);
        parameters = Map.copyOf(parameters);
    }

    /** @throws IllegalArgumentException if a host or port cannot be parsed */
    public static JdbcUrl parse(String url) {
        for (Kind kind : KINDS) {
            if (url.startsWith(kind.prefix())) {
                return split(url, kind);
            }
        }
        if (!url.startsWith("jdbc:")) {
            throw wrong(url, "must begin with jdbc:, for example jdbc:postgresql://127.0.0.1:5432/ycsb");
        }
        return new JdbcUrl(List.of(new Endpoint(masked(url), url)), Map.of(), DriverFamily.OTHER);
    }

    /** Returns the address of one endpoint alone, whatever its role, without the parameters by which a driver would choose another. */
    public JdbcUrl only(int endpoint) {
        Map<String, String> kept = new LinkedHashMap<>(parameters);
        kept.keySet().removeAll(CHOOSING);
        return new JdbcUrl(List.of(endpoints.get(endpoint)), kept, driver);
    }

    /** Masks the passwords in an address, for messages. */
    public static String masked(String url) {
        return SecretMasking.mask(url);
    }

    /** Returns the passwords among the parameters, as written and decoded. */
    public Stream<String> secrets() {
        return parameters.entrySet().stream()
                .filter(parameter -> SecretMasking.isSecret(parameter.getKey()))
                .map(Map.Entry::getValue)
                .flatMap(value -> Stream.of(value, URLEncoder.encode(value, StandardCharsets.UTF_8)));
    }

    private static JdbcUrl split(String url, Kind kind) {
        String prefix = kind.prefix();
        int question = url.indexOf('?');
        String address = question < 0 ? url.substring(prefix.length()) : url.substring(prefix.length(), question);
        String query = question < 0 ? "" : url.substring(question + 1);
        requireOneAddress(url, prefix, address);
        int slash = address.startsWith("//") ? address.indexOf('/', 2) : -1;
        String hosts = address.startsWith("//") ? address.substring(2, slash < 0 ? address.length() : slash) : "";
        String database = address.startsWith("//") ? (slash < 0 ? "" : address.substring(slash + 1)) : address;
        List<Endpoint> endpoints = new ArrayList<>();
        for (String host : (hosts.isEmpty() ? "localhost" : hosts).split(",", -1)) {
            String label = withPort(url, host.strip(), kind.defaultPort());
            endpoints.add(new Endpoint(label, kind.taken() + "//" + label + "/" + database.replaceFirst("^/", "")));
        }
        return new JdbcUrl(endpoints, parameters(query), kind.driver());
    }

    private static void requireOneAddress(String url, String prefix, String address) {
        if (address.matches("[a-z0-9-]+:.*")) {
            throw wrong(
                    url, "must have '//' and the hosts after " + prefix + "; Squall itself spreads sessions over them");
        }
        if (address.contains(",jdbc:") || address.contains(", jdbc:")) {
            throw wrong(
                    url,
                    "must be one address, with its hosts separated by commas; bin/ycsb takes several addresses separated by ';'");
        }
        if (address.contains(";")) {
            throw wrong(url, "must have its parameters after '?' and '&', not ';'; write a ';' in a name as %3B");
        }
        if (address.startsWith("//")
                && address.indexOf('/', 2) != address.lastIndexOf('/')
                && address.indexOf('/', 2) >= 0) {
            throw wrong(url, "must have one '/' after the hosts, before the database; write any other as %2F");
        }
    }

    private static String withPort(String url, String host, int defaultPort) {
        if (host.contains("@")) {
            throw wrong(
                    url,
                    "must not contain user and password: give them as --user and --password, to bin/ycsb as db.user and db.passwd");
        }
        int bracket = host.lastIndexOf(']');
        int colon = host.indexOf(':', Math.max(bracket, 0));
        String name = colon < 0 ? host : host.substring(0, colon);
        if (name.isEmpty()) {
            throw wrong(url, "must name a host between commas");
        }
        if (colon < 0) {
            return host + ":" + defaultPort;
        }
        String port = host.substring(colon + 1);
        if (port.contains(":")) {
            throw wrong(url, "must have an IPv6 address in brackets, as [::1]:5432");
        }
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535) {
            throw wrong(url, "must have a port in [1, 65535], not '" + port + "'");
        }
        return host;
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                parameters.put(decoded(name), decoded(value));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException wrong(String url, String wanted) {
        return new IllegalArgumentException("database address '" + masked(url) + "' " + wanted);
    }
}
