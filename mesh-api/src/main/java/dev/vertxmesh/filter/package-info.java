/**
 * What a call's path is made of. A {@link dev.vertxmesh.filter.Filter} is a layer, and a {@link
 * dev.vertxmesh.filter.CallPath} layers put together, once an event loop.
 *
 * <p>A call comes in and goes on. Which layers there are, each agent says in one class, from top to
 * bottom; this package knows none of them.
 */
package dev.vertxmesh.filter;
