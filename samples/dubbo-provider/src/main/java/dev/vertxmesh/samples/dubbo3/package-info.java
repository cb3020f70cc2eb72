/** A provider of the sample services by Apache Dubbo 3.3, with no registry. */
package dev.vertxmesh.samples.dubbo3;
