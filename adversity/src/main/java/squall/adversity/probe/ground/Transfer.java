package squall.adversity.probe.ground;

/** Money that is moved. @param amount above 0 */
public record Transfer(int from, int to, long amount) {
    public Transfer {
        if (from == to || amount < 1) {
            throw new IllegalArgumentException("a transfer goes from one account to another, and is at least 1: " + from
                    + " to " + to + ", " + amount);
        }
    }
}
