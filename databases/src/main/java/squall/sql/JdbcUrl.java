package squall.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import squall.cli.Secrets;

/**
 * A JDBC address taken apart, so that each host can be tried by itself and secrets don't stay in addresses.
 *
 * @param endpoints one for each host, in the order given; addresses of drivers not known here stay whole
 * @param parameters what stood behind the question mark, decoded
 * @param known whether its driver is PostgreSQL's or a descendant, whose properties Squall knows
 */
record JdbcUrl(List<Endpoint> endpoints, Map<String, String> parameters, boolean known) {
    /** One server. @param label host:port, as reported @param address what its driver is given, without parameters */
    record Endpoint(String label, String address) {}

    private static final Map<String, Integer> DEFAULT_PORTS =
            Map.of("jdbc:postgresql:", 5432, "jdbc:yugabytedb:", 5433, "jdbc:cockroachdb:", 26257);

    JdbcUrl {
        endpoints = List.copyOf(endpoints);
        parameters = Map.copyOf(parameters);
    }

    /** @throws IllegalArgumentException if a host or port cannot be read */
    static JdbcUrl parse(String url) {
        for (var family : DEFAULT_PORTS.entrySet()) {
            if (url.startsWith(family.getKey())) {
                return split(url, family.getKey(), family.getValue());
            }
        }
        if (!url.startsWith("jdbc:")) {
            throw wrong(url, "must begin with jdbc:, for example jdbc:postgresql://127.0.0.1:5432/ycsb");
        }
        return new JdbcUrl(List.of(new Endpoint(masked(url), url)), Map.of(), false);
    }

    /** The address with passwords blotted out, for messages. */
    static String masked(String url) {
        return Secrets.mask(url);
    }

    /** The passwords among the parameters, as they were written and as they are meant. */
    Stream<String> secrets() {
        return parameters.entrySet().stream()
                .filter(parameter -> Secrets.isSecret(parameter.getKey()))
                .map(Map.Entry::getValue)
                .flatMap(value -> Stream.of(value, URLEncoder.encode(value, StandardCharsets.UTF_8)));
    }

    private static JdbcUrl split(String url, String prefix, int defaultPort) {
        int question = url.indexOf('?');
        String address = question < 0 ? url.substring(prefix.length()) : url.substring(prefix.length(), question);
        String query = question < 0 ? "" : url.substring(question + 1);
        requireOneAddress(url, address);
        int slash = address.startsWith("//") ? address.indexOf('/', 2) : -1;
        String hosts = address.startsWith("//") ? address.substring(2, slash < 0 ? address.length() : slash) : "";
        String database = address.startsWith("//") ? (slash < 0 ? "" : address.substring(slash + 1)) : address;
        List<Endpoint> endpoints = new ArrayList<>();
        for (String host : (hosts.isEmpty() ? "localhost" : hosts).split(",", -1)) {
            String label = withPort(url, host.strip(), defaultPort);
            endpoints.add(new Endpoint(label, prefix + "//" + label + "/" + database.replaceFirst("^/", "")));
        }
        return new JdbcUrl(endpoints, parameters(query), true);
    }

    private static void requireOneAddress(String url, String address) {
        if (address.contains(",jdbc:") || address.contains(", jdbc:")) {
            throw wrong(
                    url,
                    "must hold one address, commas separate its hosts; bin/ycsb takes several with ';' between them");
        }
        if (address.contains(";")) {
            throw wrong(url, "must have its parameters behind '?' and '&', not ';'; a ';' in a name is written %3B");
        }
        if (address.startsWith("//")
                && address.indexOf('/', 2) != address.lastIndexOf('/')
                && address.indexOf('/', 2) >= 0) {
            throw wrong(url, "must hold one '/' behind the hosts, before the database; another one is written %2F");
        }
    }

    private static String withPort(String url, String host, int defaultPort) {
        if (host.contains("@")) {
            throw wrong(url, "must not hold user and password; they have settings of their own");
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
