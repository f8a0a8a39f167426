@NullMarked
package squall.stress;

import org.jspecify.annotations.NullMarked;
