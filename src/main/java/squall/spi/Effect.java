package squall.spi;

/**
 * What a probe found of a fault, before or after it was healed.
 *
 * @param present whether the fault was seen to be in effect; a return code is no proof, so somebody looked
 * @param how what was looked at and what was found, one line
 */
public record Effect(boolean present, String how) {
    public static Effect seen(String how) {
        return new Effect(true, how);
    }

    public static Effect absent(String how) {
        return new Effect(false, how);
    }
}
