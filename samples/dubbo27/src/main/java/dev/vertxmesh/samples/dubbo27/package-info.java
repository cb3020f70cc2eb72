/** A provider of the sample services by Apache Dubbo 2.7, with no registry. */
package dev.vertxmesh.samples.dubbo27;
