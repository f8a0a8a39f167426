package squall.testbed.link;

import java.time.Duration;
import java.util.Locale;
import squall.spi.Cluster.Impairment;

/** Format of link faults as text: {@code cut}, {@code reset}, {@code delay MS MS}, {@code loss SHARE}, {@code throttle BYTES}. */
public final class LinkOrderFormat {
    private LinkOrderFormat() {}

    public static String written(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut() -> "cut";
            case Impairment.Reset() -> "reset";
            case Impairment.Delay(Duration by, Duration jitter) -> "delay " + by.toMillis() + " " + jitter.toMillis();
            case Impairment.Loss(double share) -> "loss " + share;
            case Impairment.Throttle(long bytesPerSecond) -> "throttle " + bytesPerSecond;
        };
    }

    /** @throws IllegalArgumentException if the text does not have this format */
    public static Impairment read(String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split(" ", -1);
        return switch (words[0] + "/" + words.length) {
            case "cut/1" -> new Impairment.Cut();
            case "reset/1" -> new Impairment.Reset();
            case "delay/3" ->
                new Impairment.Delay(
                        Duration.ofMillis(Long.parseLong(words[1])), Duration.ofMillis(Long.parseLong(words[2])));
            case "loss/2" -> new Impairment.Loss(Double.parseDouble(words[1]));
            case "throttle/2" -> new Impairment.Throttle(Long.parseLong(words[1]));
            default -> throw new IllegalArgumentException("'" + text + "' is not a kind of link fault");
        };
    }
}
