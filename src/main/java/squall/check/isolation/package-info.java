/**
 * Which anomalies a history of transactions shows, and which isolation levels they rule out: the method of Elle (Kingsbury and Alvaro,
 * VLDB 2020) on Adya's levels. Pure.
 */
@NullMarked
package squall.check.isolation;

import org.jspecify.annotations.NullMarked;
