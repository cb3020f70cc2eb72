/**
 * One direction of a call with streams, as its reader has it: what every such stream does alike.
 * This package knows no other.
 */
package dev.vertxmesh.stream;
