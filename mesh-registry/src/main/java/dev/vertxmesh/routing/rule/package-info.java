/**
 * The kinds of rule, each as Dubbo 3.3.6 takes it: by tags, by conditions of v3.0 and v3.1, and
 * what configurators change. A rule is laid over a service's candidates once, and then looks at
 * calls.
 *
 * <p>This package doesn't know how rules are written down.
 */
package dev.vertxmesh.routing.rule;
