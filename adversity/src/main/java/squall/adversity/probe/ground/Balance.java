package squall.adversity.probe.ground;

/** All accounts at one moment. @param least what the poorest one has */
public record Balance(long sum, long least, long accounts) {
    @Override
    public String toString() {
        return accounts + " accounts with " + sum + ", the least of them with " + least;
    }
}
