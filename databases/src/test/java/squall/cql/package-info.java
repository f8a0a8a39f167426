/** Tests of the CQL layer, most of them on a stub that speaks the real protocol. */
@NullMarked
package squall.cql;

import org.jspecify.annotations.NullMarked;
