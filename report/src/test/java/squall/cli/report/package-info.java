@NullMarked
package squall.cli.report;

import org.jspecify.annotations.NullMarked;
