/**
 * Dubbo 2.6 on both sides: a provider of the sample services with no registry, and the native
 * asynchronous client that shows what the provider can do with no mesh in between.
 */
package dev.vertxmesh.samples.dubbo2;
