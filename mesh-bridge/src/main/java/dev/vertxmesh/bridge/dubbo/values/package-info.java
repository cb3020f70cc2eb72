/**
 * What callers write and read, and what goes over Dubbo's wire: JSON and text to the values that a
 * method takes, and a method's values to JSON.
 *
 * <pre>
 *  Descriptor      a method's parameters, each a Parameter: what is known of its type
 *  JsonArguments   JSON to arguments: JsonArgument one of them, JsonValues what is inside of it
 *    ExactTypes    types whose values are one string or number; Marks names them in JSON
 *    TypedValues   objects, collections and maps of an API's types, as far as KnownTypes goes
 *    NamedClasses  what a generic call may say that an object is
 *  TextArgument    the one argument of a form
 *  JsonResultWriter       a result to JSON: Known what the JDK's classes mean, ResultTypes what a method
 *                  declares where the serialization doesn't say it (FastjsonResults, HessianResults)
 * </pre>
 *
 * <p>It knows no call and no connection, and loads no class that a message or an API names.
 */
package dev.vertxmesh.bridge.dubbo.values;
