/** Phases of a scenario under one continuous load: when faults are injected, healed and measured. */
@NullMarked
package squall.engine.phases;

import org.jspecify.annotations.NullMarked;
