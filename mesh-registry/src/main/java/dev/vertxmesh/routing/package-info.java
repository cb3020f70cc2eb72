/**
 * Dubbo's routing rules: which of a service's instances a call may go to.
 *
 * <p>In goes the text of rules, by the names that Dubbo's config centres have for them ({@link
 * dev.vertxmesh.routing.RuleBook}), from whatever {@link dev.vertxmesh.routing.RuleSource} has
 * them; out come immutable {@link dev.vertxmesh.routing.RouteRules}, which know for a service and
 * its candidates what each rule leaves of them.
 *
 * <p>This package knows no sockets, no registry and no balancing. Chance is handed in.
 */
package dev.vertxmesh.routing;
