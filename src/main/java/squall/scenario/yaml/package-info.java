/** Scenarios as YAML 1.2 text, read strictly and written again; pure. */
@NullMarked
package squall.scenario.yaml;

import org.jspecify.annotations.NullMarked;
