package squall.ycsb.distribution;

/** Chooses one of several things by their weights. Immutable. */
public final class Mix {
    private final double[] upTo;

    /** @throws IllegalArgumentException if no weight is above 0 */
    public Mix(double... weights) {
        double sum = 0;
        upTo = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            upTo[i] = sum;
        }
        if (!(sum > 0)) { // written so that NaN fails too
            throw new IllegalArgumentException("at least one weight must be above 0");
        }
    }

    /** The place of what was chosen among the weights. */
    public int next(SplitMix random) {
        double drawn = random.nextDouble() * upTo[upTo.length - 1];
        int place = 0;
        while (upTo[place] <= drawn) {
            place++;
        }
        return place;
    }
}
