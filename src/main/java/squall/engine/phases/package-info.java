/** Keeps one load running while the phases of a scenario pass: when what is injected, healed and measured. */
@NullMarked
package squall.engine.phases;

import org.jspecify.annotations.NullMarked;
