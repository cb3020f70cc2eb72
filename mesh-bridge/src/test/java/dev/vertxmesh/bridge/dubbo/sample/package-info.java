/** An API as a provider has it, for tests. */
package dev.vertxmesh.bridge.dubbo.sample;
