/** Names that were misspelt: a name comes in, and those that may have been meant go out. */
package dev.vertxmesh.spelling;
