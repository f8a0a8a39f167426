/** The hand-over of samples and of deferred turns between threads, driven by jcstress through every interleaving it can provoke. */
@NullMarked
package squall.engine;

import org.jspecify.annotations.NullMarked;
