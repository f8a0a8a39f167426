/** Values that carry writer, sequence and checksum, and the check that no acknowledged write was lost or undone. */
@NullMarked
package squall.ycsb.stamp;

import org.jspecify.annotations.NullMarked;
