/** Runs the user's own BenchBase, unchanged, with paths and JDK put right. */
@NullMarked
package squall.benchbase.upstream;

import org.jspecify.annotations.NullMarked;
