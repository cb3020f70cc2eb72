/**
 * Classes that no message may name, because attacks on deserializers are made of them.
 *
 * <p>The name of a class comes in, {@link dev.vertxmesh.dubbo.classfilter.DeniedClassException}
 * comes out when it is denied. No class is loaded for it. This package knows no serialization.
 */
package dev.vertxmesh.dubbo.classfilter;
