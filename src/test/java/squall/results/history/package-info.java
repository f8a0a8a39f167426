/** Tests of the files of histories. */
@NullMarked
package squall.results.history;

import org.jspecify.annotations.NullMarked;
