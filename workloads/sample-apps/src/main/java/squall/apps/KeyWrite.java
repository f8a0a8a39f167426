package squall.apps;

/** Write of one key. @param version 0: the row is new; otherwise it exists and is updated */
public record KeyWrite(long key, int version) {
    public boolean isNew() {
        return version == 0;
    }
}
