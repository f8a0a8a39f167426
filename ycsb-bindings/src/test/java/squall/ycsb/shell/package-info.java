/** Conversations with the shell. */
@NullMarked
package squall.ycsb.shell;

import org.jspecify.annotations.NullMarked;
