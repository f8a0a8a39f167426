/** Tests of the histories of other tools. */
@NullMarked
package squall.histories;

import org.jspecify.annotations.NullMarked;
