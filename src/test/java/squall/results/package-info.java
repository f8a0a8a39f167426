/** Tests of the run directory, and the hand-made runs that other tests use too. */
@NullMarked
package squall.results;

import org.jspecify.annotations.NullMarked;
