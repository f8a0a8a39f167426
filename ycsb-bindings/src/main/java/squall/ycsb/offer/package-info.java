/** CoreWorkload as a load that others drive: what properties make of it on a connected database. */
@NullMarked
package squall.ycsb.offer;

import org.jspecify.annotations.NullMarked;
