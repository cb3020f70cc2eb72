/**
 * Texts in bytes: where they end, and what they were decoded to before. Bytes come in, strings go
 * out; of what they are this package knows nothing.
 */
package dev.vertxmesh.text;
