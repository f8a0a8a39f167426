/** Sources of random numbers, keys and lengths: YCSB's distributions without shared state, each draw a function of the seed. */
@NullMarked
package squall.ycsb.distribution;

import org.jspecify.annotations.NullMarked;
