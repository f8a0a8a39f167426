package squall.apps;

/** One write of one key. @param version 0: the row is new; else it is there and is updated */
public record KeyWrite(long key, int version) {
    public boolean isNew() {
        return version == 0;
    }
}
