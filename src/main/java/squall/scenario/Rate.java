package squall.scenario;

/** Where the due times of a load come from. */
public sealed interface Rate {
    /** Open loop. */
    record Fixed(double perSecond) implements Rate {
        public Fixed {
            Checks.perSecond("load.rate.fixed", perSecond);
        }
    }

    /** Open loop at a share of what the load reached as fast as it could, in the last quarter of the fill phase. */
    record RatioOfMax(double ratio) implements Rate {
        public RatioOfMax {
            Checks.require(ratio > 0 && ratio <= 1, "load.rate.ratioOfMax", "in (0, 1]", Double.toString(ratio));
        }
    }

    /** The load's own users, who think between operations. */
    record ThinkTimes() implements Rate {}

    /** As fast as sessions become free: an outage then hides in the operations that were not sent. */
    record Closed() implements Rate {}
}
