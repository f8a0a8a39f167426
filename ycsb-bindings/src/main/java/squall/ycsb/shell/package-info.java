/** The shell: one database of the YCSB interface, by hand, row by row. */
@NullMarked
package squall.ycsb.shell;

import org.jspecify.annotations.NullMarked;
