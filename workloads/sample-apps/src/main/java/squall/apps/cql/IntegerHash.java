package squall.apps.cql;

/** Hash of integers: its numbers look random and depend on the input alone. */
public final class IntegerHash {
    private IntegerHash() {}

    /** Hashes a number with the finalizer of Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
    static long of(long number) {
        long mixed = number + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** Hashes a number into the range {@code [least, most]}. */
    public static int between(int least, int most, long number) {
        return least + (int) Long.remainderUnsigned(of(number), most - least + 1L);
    }
}
