/**
 * What holds of the documentation as files: links lead somewhere, every page can be found, and
 * drawings are those of the tree. Knows no agent.
 */
package dev.vertxmesh.it.pages;
