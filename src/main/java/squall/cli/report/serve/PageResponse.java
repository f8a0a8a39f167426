package squall.cli.report.serve;

import java.util.Map;
import java.util.TreeMap;
import squall.report.browse.RunListPage;

/**
 * What a request is answered with.
 *
 * @param policy what the page may do, for its Content-Security-Policy
 * @param headers further ones
 */
record PageResponse(int status, String type, String policy, String body, Map<String, String> headers) {
    static final String HTML = "text/html; charset=utf-8";
    static final String NOTHING_ALLOWED = "default-src 'none'";

    static final int OK = 200;
    static final int SEE_OTHER = 303;
    static final int BAD_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int NOT_FOUND = 404;
    static final int WRONG_METHOD = 405;
    static final int MISDIRECTED = 421;
    static final int UNPROCESSABLE = 422;
    static final int INTERNAL_ERROR = 500;
    static final int UNAVAILABLE = 503;

    static PageResponse page(String html, String policy) {
        return new PageResponse(OK, HTML, policy, html, Map.of());
    }

    static PageResponse of(String type, String text) {
        return new PageResponse(OK, type, NOTHING_ALLOWED, text, Map.of());
    }

    /** A page that says why something else is not shown. */
    static PageResponse message(int status, String title, String message) {
        return new PageResponse(status, HTML, RunListPage.policy(), RunListPage.message(title, message), Map.of());
    }

    PageResponse with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new PageResponse(status, type, policy, body, more);
    }
}
