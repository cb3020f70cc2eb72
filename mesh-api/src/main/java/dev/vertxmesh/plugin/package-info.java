/**
 * What a jar of somebody else's adds to an agent, with {@code --plugin JAR}.
 *
 * <p>A jar lists its classes as {@link java.util.ServiceLoader} has it, in a file of {@code
 * META-INF/services} with the name of what they are: {@link dev.vertxmesh.plugin.FilterPlugin},
 * {@link dev.vertxmesh.plugin.PickerPlugin}, {@link dev.vertxmesh.discovery.RegistryScheme} or
 * {@link dev.vertxmesh.backend.BackendKind}. Each is public and has a public constructor without
 * parameters.
 *
 * <p>The classes of this module are what a plugin may use, and Vert.x' core and Netty's buffers,
 * which the agents bring. A plugin that uses others of the agents' classes may stop working with
 * the next release.
 */
package dev.vertxmesh.plugin;
