package squall.scenario.yaml;

/** Where something stands. @param line from 1 */
record Spot(String file, int line) {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
