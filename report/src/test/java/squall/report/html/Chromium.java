package squall.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.FileTrees;

/** Browser: a headless Chromium with one page, controlled through pipes in its DevTools protocol; no port is opened. One thread. */
public final class Chromium implements Closeable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Path profile;
    private final InputStream in;
    private final List<JsonNode> events = new ArrayList<>();
    private String session = "";
    private int sent;

    private Chromium(Process process, Path profile) {
        this.process = process;
        this.profile = profile;
        this.in = new BufferedInputStream(process.getInputStream());
    }

    /** Returns the installed program, if there is one. */
    public static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts the browser. The protocol's pipes are file descriptors 3 and 4. */
    public static Chromium start(Path program) throws IOException {
        Path profile = Files.createTempDirectory("squall-browser");
        String command = "exec \"$0\" --headless=new --no-sandbox --disable-gpu --no-first-run --remote-debugging-pipe "
                + "--user-data-dir=\"$1\" about:blank 3<&0 4>&1 0</dev/null 1>/dev/null";
        Process process = new ProcessBuilder("sh", "-c", command, program.toString(), profile.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Chromium chromium = new Chromium(process, profile);
        String target = chromium.call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        chromium.session = chromium.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            chromium.call(domain + ".enable", Map.of());
        }
        return chromium;
    }

    /** Opens a page and waits until its charts are drawn, or it is there whole and has no script. */
    public void open(String address) throws IOException {
        events.clear();
        call("Page.navigate", Map.of("url", address));
        String end = evaluate("new Promise(done => { setTimeout(() => done('late'), " + WAIT.toMillis()
                + "); const look = () => document.documentElement?.dataset.ready || (location.href !== "
                + "'about:blank' && document.readyState === 'complete' && document.scripts.length === 0) ? done() "
                + ": setTimeout(look, 5); look(); })");
        if (end.equals("late")) {
            throw new IOException("not drawn within " + WAIT + ": " + address + ": " + complaints());
        }
    }

    /** Opens one more tab of the same browser in front of the page, waits until it has its title, and shows the page again. */
    public void openBehind(String address, String title) throws IOException {
        String tab = call("Target.createTarget", Map.of("url", address))
                .path("targetId")
                .asText();
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (!call("Target.getTargetInfo", Map.of("targetId", tab))
                .path("targetInfo")
                .path("title")
                .asText()
                .startsWith(title)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("not loaded within " + WAIT + ": " + address);
            }
            Thread.onSpinWait();
        }
        call("Page.bringToFront", Map.of());
    }

    /** Waits until an expression is true, however often the page is loaded again meanwhile. */
    public void until(String expression) throws IOException {
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (!isTrue(expression)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("never true: " + expression + " in "
                        + evaluate("document.documentElement.outerHTML.slice(0, 3000)"));
            }
        }
    }

    /** Returns whether an expression is true; a page that is left in the middle of the question has no answer. */
    private boolean isTrue(String expression) {
        try {
            return evaluate("new Promise(done => setTimeout(() => done(String(Boolean(" + expression + "))), 20))")
                    .equals("true");
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns a picture of the page as a reader sees it, as PNG. */
    public byte[] screenshot(boolean whole) throws IOException {
        return Base64.getDecoder()
                .decode(call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole))
                        .path("data")
                        .asText());
    }

    public void size(int width, int height) throws IOException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    public void theme(String name) throws IOException {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("media", "", "features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    /** Shows the page as a printer does, until a theme is chosen. */
    public void printed() throws IOException {
        call("Emulation.setEmulatedMedia", Map.of("media", "print", "features", List.of()));
    }

    /** Returns the value of an expression or of its promise, as text. */
    public String evaluate(String expression) throws IOException {
        JsonNode answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value").asText();
    }

    /** Waits until what was asked for is drawn. */
    public void settle() throws IOException {
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
    }

    /** @param type {@code mousePressed}, {@code mouseMoved}, {@code mouseReleased} */
    public void mouse(String type, double x, double y, int clicks) throws IOException {
        boolean held = !type.equals("mouseMoved") || clicks > 0;
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        type,
                        "x",
                        x,
                        "y",
                        y,
                        "button",
                        held ? "left" : "none",
                        "buttons",
                        held ? 1 : 0,
                        "clickCount",
                        clicks));
    }

    public void key(String key) throws IOException {
        for (String type : List.of("keyDown", "keyUp")) {
            call("Input.dispatchKeyEvent", Map.of("type", type, "key", key));
        }
    }

    /** Checks the page by axe-core's rules of WCAG 2.2, A and AA, and of good practice. @return what breaks them, with its markup */
    public String axe() throws IOException {
        try (InputStream axe = Chromium.class.getResourceAsStream("/axe.min.js")) {
            evaluate(new String(axe.readAllBytes(), UTF_8) + "; 0");
        }
        return evaluate(
                "axe.run().then(found => (found.passes.length < 20 ? 'too few rules found anything to look at' : '')"
                        + " + found.violations.map(rule => rule.id + ': ' + rule.help + ': '"
                        + " + rule.nodes.map(node => node.html.slice(0, 160)).join(' | ')).join('\\n'))");
    }

    /** Complaints of the console and exceptions since the page was opened. */
    public List<String> complaints() {
        return events.stream()
                .filter(event -> List.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
                        .contains(event.path("method").asText()))
                .map(JsonNode::toString)
                .toList();
    }

    /** Returns the requests of the page to the network or the disk. */
    public List<String> requests() {
        return events.stream()
                .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.path("params").path("request").path("url").asText())
                .toList();
    }

    public JsonNode call(String method, Map<String, ?> parameters) throws IOException {
        int id = ++sent;
        Map<String, ?> message = session.isEmpty()
                ? Map.of("id", id, "method", method, "params", parameters)
                : Map.of("id", id, "method", method, "params", parameters, "sessionId", session);
        process.getOutputStream().write((JSON.writeValueAsString(message) + "\0").getBytes(UTF_8));
        process.getOutputStream().flush();
        while (true) {
            JsonNode answer = JSON.readTree(next());
            if (answer.path("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new IOException(method + ": " + answer.path("error"));
                }
                return answer.path("result");
            }
            events.add(answer);
        }
    }

    private byte[] next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (int b = in.read(); b != 0; b = in.read()) {
            if (b < 0) {
                throw new EOFException("chromium is gone");
            }
            message.write(b);
        }
        return message.toByteArray();
    }

    /**
     * Ends the browser and deletes its profile. Its crash handler is not its child, and writes on for a moment: the deletion is repeated
     * until the folder stays away.
     */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> children = process.descendants().toList();
        process.getOutputStream().close();
        process.destroyForcibly().onExit().join();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Files.exists(profile)) {
            try {
                FileTrees.delete(profile);
            } catch (IOException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }
}
