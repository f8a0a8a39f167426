package squall.cli.report.serve;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The address of a request, decoded once.
 *
 * @param segments the parts of the path; they are compared with what there is, and no file name is ever made of them
 */
record RequestedPage(String path, List<String> segments, Map<String, List<String>> parameters) {
    /** @throws IllegalArgumentException if it is not encoded as an address must be */
    static RequestedPage of(URI address) {
        String path = Optional.ofNullable(address.getRawPath()).orElse("/");
        List<String> segments = Stream.of(path.split("/", -1))
                .filter(part -> !part.isEmpty())
                .map(RequestedPage::decoded)
                .toList();
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String pair : Optional.ofNullable(address.getRawQuery()).orElse("").split("&", -1)) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) {
                parameters
                        .computeIfAbsent(form(parts[0]), name -> new ArrayList<>())
                        .add(form(parts[1]));
            }
        }
        // A path that begins with two slashes would be another host in a redirection.
        return new RequestedPage(path.replaceFirst("^/+", "/"), segments, parameters);
    }

    /** In a path a plus is a plus. */
    private static String decoded(String part) {
        return form(part.replace("+", "%2B"));
    }

    private static String form(String part) {
        return URLDecoder.decode(part, StandardCharsets.UTF_8);
    }

    Optional<String> one(String name) {
        return all(name).stream().findFirst();
    }

    List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    /** The first of each. */
    Map<String, String> single() {
        Map<String, String> single = new LinkedHashMap<>();
        parameters.forEach((name, values) -> single.put(name, values.getFirst()));
        return single;
    }
}
