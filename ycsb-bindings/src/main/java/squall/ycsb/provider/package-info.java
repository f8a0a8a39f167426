/** CoreWorkload as a load that others drive: what properties make of it on a connected database. */
@NullMarked
package squall.ycsb.provider;

import org.jspecify.annotations.NullMarked;
