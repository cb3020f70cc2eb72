/** What every reader of JSON from outside has in common. Knows {@code memory} and Jackson. */
package dev.vertxmesh.json;
