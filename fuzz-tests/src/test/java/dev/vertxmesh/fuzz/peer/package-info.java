/** The real hessian-lite, of whatever release the class loader has. Knows the JDK alone. */
package dev.vertxmesh.fuzz.peer;
