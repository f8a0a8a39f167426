package squall.spi;

/**
 * What a probe found of a fault, before or after it was healed.
 *
 * @param present whether the fault was verified to be in effect, by a probe rather than by a return code
 * @param how what was looked at and what was found, one line
 */
public record FaultEffect(boolean present, String how) {
    public static FaultEffect seen(String how) {
        return new FaultEffect(true, how);
    }

    public static FaultEffect absent(String how) {
        return new FaultEffect(false, how);
    }
}
