package squall.spi;

/**
 * Effect of a fault that a probe found, before or after healing.
 *
 * @param present whether the fault was verified to be in effect, by a probe rather than by a return code
 * @param how the probe and its result, one line
 */
public record FaultEffect(boolean present, String how) {
    public static FaultEffect seen(String how) {
        return new FaultEffect(true, how);
    }

    public static FaultEffect absent(String how) {
        return new FaultEffect(false, how);
    }
}
