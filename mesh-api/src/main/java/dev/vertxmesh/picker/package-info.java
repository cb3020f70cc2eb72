/**
 * Choosing one of a service's instances for a call: {@link dev.vertxmesh.picker.Candidate}s come
 * in, and a {@link dev.vertxmesh.picker.CandidatePicker} says which of them gets it. Knows no other
 * package.
 */
package dev.vertxmesh.picker;
