/** Scenarios written in Java: the same model that is read from a file; pure. */
@NullMarked
package squall.scenario.dsl;

import org.jspecify.annotations.NullMarked;
