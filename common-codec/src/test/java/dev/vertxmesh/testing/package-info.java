/** What every module's tests share; runs by itself once it is on the test class path. */
package dev.vertxmesh.testing;
