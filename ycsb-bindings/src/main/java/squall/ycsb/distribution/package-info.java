/** Where random numbers, keys and lengths come from: YCSB's distributions without shared state, each draw a function of the seed. */
@NullMarked
package squall.ycsb.distribution;

import org.jspecify.annotations.NullMarked;
