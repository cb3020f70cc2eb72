/**
 * What holds of the documentation as files: links lead somewhere, and every page can be found.
 * Knows no agent.
 */
package dev.vertxmesh.it.pages;
