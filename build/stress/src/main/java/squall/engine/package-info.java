/**
 * Stress tests of the transfer of samples and of deferred turns between threads: jcstress drives them through every interleaving it can
 * provoke.
 */
@NullMarked
package squall.engine;

import org.jspecify.annotations.NullMarked;
