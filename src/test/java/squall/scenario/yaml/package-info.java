@NullMarked
package squall.scenario.yaml;

import org.jspecify.annotations.NullMarked;
