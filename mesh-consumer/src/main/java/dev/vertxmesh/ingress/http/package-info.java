/**
 * Takes HTTP requests as calls, and gives replies back as HTTP.
 *
 * <p>The contest's form and JSON come in; a {@link dev.vertxmesh.call.Call} goes to the next layer.
 * What HTTP asks wrongly ends here, as {@code application/problem+json}. Who answers, and how it's
 * reached, this package doesn't know.
 */
package dev.vertxmesh.ingress.http;
