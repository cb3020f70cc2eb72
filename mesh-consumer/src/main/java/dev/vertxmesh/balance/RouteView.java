package dev.vertxmesh.balance;

import dev.vertxmesh.routing.ServiceRoutes;
import java.util.List;

/**
 * What rules make of a call.
 *
 * @param candidates the addresses of all endpoints of the service
 * @param steps what each rule leaves of them
 * @param timeoutMillis how long it may take if its caller doesn't say; 0 if no rule says
 */
public record RouteView(
    List<String> candidates, List<ServiceRoutes.Told> steps, long timeoutMillis) {}
