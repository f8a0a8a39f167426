/** Sample applications: small tables under load, of which every acknowledged write is looked for again. */
@NullMarked
package squall.apps;

import org.jspecify.annotations.NullMarked;
