package squall.testbed.link;

import java.time.Duration;
import java.util.Locale;
import squall.spi.Cluster.Trouble;

/** How troubles are written down: {@code cut}, {@code reset}, {@code delay MS MS}, {@code loss SHARE}, {@code throttle BYTES}. */
public final class Orders {
    private Orders() {}

    public static String written(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut() -> "cut";
            case Trouble.Reset() -> "reset";
            case Trouble.Delay(Duration by, Duration jitter) -> "delay " + by.toMillis() + " " + jitter.toMillis();
            case Trouble.Loss(double share) -> "loss " + share;
            case Trouble.Throttle(long bytesPerSecond) -> "throttle " + bytesPerSecond;
        };
    }

    /** @throws IllegalArgumentException if it is none */
    public static Trouble read(String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split(" ", -1);
        return switch (words[0] + "/" + words.length) {
            case "cut/1" -> new Trouble.Cut();
            case "reset/1" -> new Trouble.Reset();
            case "delay/3" ->
                new Trouble.Delay(
                        Duration.ofMillis(Long.parseLong(words[1])), Duration.ofMillis(Long.parseLong(words[2])));
            case "loss/2" -> new Trouble.Loss(Double.parseDouble(words[1]));
            case "throttle/2" -> new Trouble.Throttle(Long.parseLong(words[1]));
            default -> throw new IllegalArgumentException("'" + text + "' is no trouble of a link");
        };
    }
}
