package squall.measure;

/**
 * When the first and the last whole operation of one second were acknowledged.
 *
 * @param firstNs since the run began, like the other
 */
public record Acknowledged(long firstNs, long lastNs) {
    Acknowledged plus(Acknowledged other) {
        return new Acknowledged(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
    }
}
