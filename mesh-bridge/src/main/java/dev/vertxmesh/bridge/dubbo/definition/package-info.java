/**
 * Service definitions, as Dubbo's providers write them to a registry: a service's methods with the
 * types of their parameters, and these types' fields.
 *
 * <p>In comes a definition's text, which anybody may have written; out come {@link
 * dev.vertxmesh.bridge.dubbo.definition.DefinedTypes}, and encoders that put calls by them. What it
 * says is data: nothing is loaded, and a type that it leaves in doubt is none that is known. It
 * knows no registry.
 *
 * <pre>
 * {"methods": [{"name": "byUser", "parameterTypes": ["java.lang.String", "int"]}],
 *  "types": [{"type": "com.x.Orders.Order", "properties": {"id": "long", "role": "com.x.Role"}},
 *            {"type": "com.x.Role", "enums": ["ADMIN"]}]}
 * </pre>
 *
 * <p>Of Dubbo 3. In 2.7 a property is an object like those of {@code types}, or where such a one
 * stood before, {@code {"$ref": "$.types[0].properties.id"}}.
 */
package dev.vertxmesh.bridge.dubbo.definition;
