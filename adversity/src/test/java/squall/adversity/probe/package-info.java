/** Probes on real servers, and on doubles that lie. */
@NullMarked
package squall.adversity.probe;

import org.jspecify.annotations.NullMarked;
