package squall.benchbase.config;

/** How fast requests come in one phase. */
public sealed interface Rate {
    /** As fast as the terminals are answered. */
    record Unlimited() implements Rate {}

    /** The phase asks for nothing; it only takes its time. */
    record Disabled() implements Rate {}

    /** An open loop. @param poisson whether the distances between requests are random, not even */
    record PerSecond(double requests, boolean poisson) implements Rate {}
}
