/** Histories of transactions as files: our own, and Jepsen's. */
@NullMarked
package squall.results.history;

import org.jspecify.annotations.NullMarked;
