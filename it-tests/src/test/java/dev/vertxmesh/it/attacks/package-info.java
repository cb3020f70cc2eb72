/**
 * What strangers send, with the memory that README gives an agent and a good caller beside: no
 * agent ends, nobody else notices, and nothing is kept. All carry the tag {@code attacks}, for
 * {@code ./mesh-test -Pattacks}.
 */
package dev.vertxmesh.it.attacks;
