/** What a text is known by where the text itself isn't kept: it comes in, its digest goes out. */
package dev.vertxmesh.digest;
