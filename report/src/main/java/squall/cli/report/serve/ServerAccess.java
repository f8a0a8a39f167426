package squall.cli.report.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.cli.report.serve.RunPages.PageResponse;
import squall.cli.report.serve.RunPages.RequestedPage;

/**
 * Access control of the server: requests of any method but GET and HEAD are refused, and so are those for a host name that this server does
 * not have (a page of another site whose name leads here), and, if there is a token, those without it.
 *
 * @param hosts names under which the server may be requested, in lower case
 * @param anyAddress whether numeric addresses are accepted too, which no name server can redirect to this machine
 * @param token empty if only this machine reaches the server
 */
record ServerAccess(Set<String> hosts, boolean anyAddress, Optional<String> token) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+]|[^:\\[\\]]+)(:\\d{1,5})?");
    private static final Pattern NUMERIC = Pattern.compile("\\[[0-9a-f:.]+]|\\d{1,3}(\\.\\d{1,3}){3}");

    /** Creates the rules for a listening address. */
    static ServerAccess of(InetAddress listening, String named, Optional<String> token) {
        Set<String> hosts = new TreeSet<>(LOOPBACK);
        hosts.add(named.toLowerCase(Locale.ROOT));
        return new ServerAccess(Set.copyOf(hosts), !listening.isLoopbackAddress(), token);
    }

    /** Returns the response to a request that is refused or redirected; empty if it may be answered. */
    Optional<PageResponse> refusal(HttpExchange exchange, RequestedPage asked) {
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return Optional.of(PageResponse.message(
                            PageResponse.WRONG_METHOD, "Only reading", "This server only reads: GET and HEAD.")
                    .with("Allow", "GET, HEAD"));
        }
        if (!host(exchange.getRequestHeaders())) {
            return Optional.of(PageResponse.message(
                    PageResponse.MISDIRECTED,
                    "Wrong host",
                    "This server does not answer under the name in the request's Host header; ask for one of "
                            + String.join(", ", new TreeSet<>(hosts))
                            + (anyAddress
                                    ? ", or for a numeric address of this machine. To use another name, start the"
                                            + " server with --listen NAME."
                                    : ".")));
        }
        return token.flatMap(wanted -> tokenRefusal(wanted, exchange, asked));
    }

    private boolean host(Headers headers) {
        List<String> values = headers.getOrDefault("Host", List.of());
        if (values.size() != 1) {
            return false;
        }
        Matcher host = HOST.matcher(values.getFirst().toLowerCase(Locale.ROOT));
        return host.matches()
                && (hosts.contains(host.group(1))
                        || (anyAddress && NUMERIC.matcher(host.group(1)).matches()));
    }

    /** Checks the token. The first request has it in its address; from then on the browser has it in a cookie. */
    private Optional<PageResponse> tokenRefusal(String wanted, HttpExchange exchange, RequestedPage asked) {
        Optional<String> inAddress = asked.one("token");
        if (inAddress.isPresent() && same(wanted, inAddress.get())) {
            return Optional.of(new PageResponse(
                            PageResponse.SEE_OTHER,
                            PageResponse.HTML,
                            PageResponse.NOTHING_ALLOWED,
                            "",
                            Map.of("Location", asked.path()))
                    .with("Set-Cookie", cookie(exchange) + "=" + wanted + "; HttpOnly; SameSite=Strict; Path=/"));
        }
        boolean given = Stream.concat(bearer(exchange), cookies(exchange)).anyMatch(found -> same(wanted, found));
        return given
                ? Optional.empty()
                : Optional.of(PageResponse.message(
                        PageResponse.UNAUTHORIZED,
                        "A token is needed",
                        "Open the address with ?token=…, as 'bin/report serve' printed it or with the token in the file of"
                                + " --token-file, or send the token as 'Authorization: Bearer …'."));
    }

    private static Stream<String> bearer(HttpExchange exchange) {
        return exchange.getRequestHeaders().getOrDefault("Authorization", List.of()).stream()
                .filter(value -> value.startsWith("Bearer "))
                .map(value -> value.substring("Bearer ".length()).strip());
    }

    private static Stream<String> cookies(HttpExchange exchange) {
        String name = cookie(exchange) + "=";
        return exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> Stream.of(line.split(";")))
                .map(String::strip)
                .filter(each -> each.startsWith(name))
                .map(each -> each.substring(name.length()));
    }

    /** Returns the name of the cookie, which includes the port: cookies are shared by all ports of a host. */
    private static String cookie(HttpExchange exchange) {
        return "squall-" + exchange.getLocalAddress().getPort();
    }

    /** Compares two tokens in constant time. */
    private static boolean same(String wanted, String found) {
        return MessageDigest.isEqual(wanted.getBytes(StandardCharsets.UTF_8), found.getBytes(StandardCharsets.UTF_8));
    }
}
