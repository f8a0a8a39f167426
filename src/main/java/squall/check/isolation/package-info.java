/**
 * Isolation checker: the anomalies that a history of transactions shows, and the isolation levels that they rule out, by the method of Elle
 * (Kingsbury and Alvaro, VLDB 2020) on Adya's levels. Pure.
 */
@NullMarked
package squall.check.isolation;

import org.jspecify.annotations.NullMarked;
