package squall.tpcc.check;

import java.util.Optional;

/**
 * What was found when orders were looked up.
 *
 * @param acknowledged by the database, to this client
 * @param lost acknowledged, and not there
 * @param phantom there, though neither acknowledged nor among the unknown
 * @param resolved there, and accounted for by an unknown outcome
 * @param example of a lost or phantom one
 */
record Lookup(long acknowledged, long lost, long phantom, long resolved, Optional<String> example) {
    static final Lookup NOTHING = new Lookup(0, 0, 0, 0, Optional.empty());

    /** One district. @param unknown how many of its orders may or may not be there */
    static Lookup of(String district, OrderSet acknowledged, OrderSet there, int unknown) {
        long extra = there.sizeWithout(acknowledged);
        long lost = acknowledged.sizeWithout(there);
        long phantom = Math.max(0, extra - unknown);
        Optional<String> example = Optional.empty();
        if (lost > 0) {
            example = Optional.of("lost is " + district + " order " + acknowledged.lowestWithout(there));
        } else if (phantom > 0) {
            example = Optional.of("not ours is " + district + " order " + there.lowestWithout(acknowledged));
        }
        return new Lookup(acknowledged.size(), lost, phantom, extra - phantom, example);
    }

    Lookup plus(Lookup other) {
        return new Lookup(
                acknowledged + other.acknowledged,
                lost + other.lost,
                phantom + other.phantom,
                resolved + other.resolved,
                example.or(other::example));
    }
}
