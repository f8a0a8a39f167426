@NullMarked
package squall.cli.completion;

import org.jspecify.annotations.NullMarked;
