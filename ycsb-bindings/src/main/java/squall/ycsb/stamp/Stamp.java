package squall.ycsb.stamp;

/** Which write a value comes from. @param sequence of the writer's own, from 1; 0 for what a load brings */
public record Stamp(long sequence, String writer) {
    /** The stamp of every value that a load brings. */
    public static final Stamp LOADED = new Stamp(0, "load");
}
