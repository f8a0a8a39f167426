package squall.adversity.probe.intent;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import squall.check.DataAnomaly;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * Text format of intent logs, a line each; pure.
 *
 * <pre>
 *   squall-intents 1 a1b2c3 5f0c…          whose it is, and since when the machine has been up
 *   ledger 0 17 sent                       writer 0 is about to send its row 17
 *   ledger 0 17 ok 5213 127.0.0.1:5432     it was acknowledged 5.213 s after the run began
 *   found register stale key 3: …          a flaw
 *   removed                                all was judged sound, and its rows are removed
 * </pre>
 */
final class IntentLogFormat {
    private static final String MAGIC = "squall-intents";
    private static final String VERSION = "1";
    private static final String SENT = "sent";
    private static final String FOUND = "found";
    static final String REMOVED = "removed";
    private static final String NOWHERE = "-";

    /** Error code of every outcome read from a log, which does not contain the cause. */
    private static final ErrorCode KEPT = new ErrorCode(ErrorKind.OTHER, "intent-log");

    private IntentLogFormat() {}

    static String first(IntentLogFile.Origin origin) {
        return MAGIC + " " + VERSION + " " + origin.run() + " " + orNowhere(origin.boot()) + "\n";
    }

    static String sending(WriteIntents.ProbeWrite write) {
        return stem(write) + SENT + "\n";
    }

    static String ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        return stem(write) + label(outcome) + " " + atNs / 1_000_000 + " " + orNowhere(endpoint) + "\n";
    }

    static String found(String probe, DataAnomaly anomaly, String example) {
        return FOUND + " " + probe + " " + anomaly.label() + " " + example.replaceAll("\\R", " ") + "\n";
    }

    static String removing() {
        return REMOVED + "\n";
    }

    /** @throws IllegalArgumentException if it is no first line that this version of Squall can parse */
    static IntentLogFile.Origin origin(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 4 || !words[0].equals(MAGIC)) {
            throw new IllegalArgumentException("must begin with '" + MAGIC + "', not '" + line + "'");
        }
        if (!words[1].equals(VERSION)) {
            throw new IllegalArgumentException("version " + words[1] + ", known is " + VERSION);
        }
        return new IntentLogFile.Origin(words[2], orEmpty(words[3]));
    }

    /** Replays a later line. @throws IllegalArgumentException if it cannot be parsed */
    static void tell(String line, WriteIntents to) throws IOException {
        if (line.equals(REMOVED)) {
            to.removing();
        } else if (line.startsWith(FOUND + " ")) {
            String[] words = words(line, 4);
            to.found(words[1], anomaly(words[2]), words[3]);
        } else {
            write(line, to);
        }
    }

    private static void write(String line, WriteIntents to) throws IOException {
        String[] words = words(line, line.endsWith(" " + SENT) ? 4 : 6);
        WriteIntents.ProbeWrite write =
                new WriteIntents.ProbeWrite(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]));
        if (words.length == 4) {
            to.sending(write);
        } else {
            to.ended(write, outcome(words[3]), Long.parseLong(words[4]) * 1_000_000, orEmpty(words[5]));
        }
    }

    private static String[] words(String line, int count) {
        String[] words = line.split(" ", count);
        if (words.length != count) {
            throw new IllegalArgumentException("must have " + count + " words: '" + line + "'");
        }
        return words;
    }

    private static String stem(WriteIntents.ProbeWrite write) {
        return write.probe() + " " + write.stream() + " " + write.number() + " ";
    }

    private static String label(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> "ok";
            case Outcome.Refused refused -> "refused";
            case Outcome.Unknown unknown -> "unknown";
        };
    }

    private static Outcome outcome(String label) {
        return switch (label) {
            case "ok" -> Outcome.OK;
            case "refused" -> new Outcome.Refused(KEPT, "");
            case "unknown" -> new Outcome.Unknown(KEPT, "");
            default -> throw new IllegalArgumentException("an outcome is ok, refused or unknown, not '" + label + "'");
        };
    }

    private static DataAnomaly anomaly(String label) {
        return Arrays.stream(DataAnomaly.values())
                .filter(anomaly -> anomaly.label().equals(label.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no flaw '" + label + "'"));
    }

    private static String orNowhere(String text) {
        return text.isEmpty() ? NOWHERE : text;
    }

    private static String orEmpty(String word) {
        return word.equals(NOWHERE) ? "" : word;
    }
}
