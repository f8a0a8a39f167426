/** Tests of the isolation checker: published examples, simulated stores, and an oracle that tries every order. */
@NullMarked
package squall.check.isolation;

import org.jspecify.annotations.NullMarked;
