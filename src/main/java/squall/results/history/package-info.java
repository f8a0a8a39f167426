/** Histories of transactions as files. */
@NullMarked
package squall.results.history;

import org.jspecify.annotations.NullMarked;
