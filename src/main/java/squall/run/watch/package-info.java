/** Looks at the database beside the load: reads its instruments on threads of their own, and never keeps a run waiting. */
@NullMarked
package squall.run.watch;

import org.jspecify.annotations.NullMarked;
