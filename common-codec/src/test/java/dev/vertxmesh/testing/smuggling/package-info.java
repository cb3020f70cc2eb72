/** Requests that two readers of HTTP/1.1 may understand differently, for tests of all modules. */
package dev.vertxmesh.testing.smuggling;
