/**
 * What everything that waits or is being converted may take of the heap, together: one budget for
 * the process, since there is one heap. Counts what objects weigh and not what their bytes on the
 * wire were. Knows no other package.
 */
package dev.vertxmesh.memory;
