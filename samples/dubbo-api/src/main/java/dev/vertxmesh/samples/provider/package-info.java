/**
 * What the sample providers do, whichever Dubbo carries it: the services' bodies and the flags that
 * a provider is started with. Knows no Dubbo.
 */
package dev.vertxmesh.samples.provider;
