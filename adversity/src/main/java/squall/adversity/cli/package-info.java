/** {@code bin/adversity}: scenarios run, planned, listed and judged, and clusters healed. */
@NullMarked
package squall.adversity.cli;

import org.jspecify.annotations.NullMarked;
