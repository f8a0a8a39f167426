/** Tests. */
@NullMarked
package squall.benchbase.config;

import org.jspecify.annotations.NullMarked;
