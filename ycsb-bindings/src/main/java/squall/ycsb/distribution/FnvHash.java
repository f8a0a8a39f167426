package squall.ycsb.distribution;

/** The hash by which YCSB scatters key numbers: FNV-1a over the eight octets, low end first, without its sign. */
public final class FnvHash {
    private static final long OFFSET_BASIS = 0xCBF29CE484222325L;
    private static final long PRIME = 1099511628211L;

    private FnvHash() {}

    public static long hash(long number) {
        long hash = OFFSET_BASIS;
        long rest = number;
        for (int octet = 0; octet < Long.BYTES; octet++) {
            hash = (hash ^ (rest & 0xff)) * PRIME;
            rest >>= Byte.SIZE;
        }
        return Math.abs(hash);
    }

    /** Computes the hash of the characters of a text, sign and all: for checksums. */
    public static long hash(String text) {
        long hash = OFFSET_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return hash;
    }
}
