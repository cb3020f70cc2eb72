/**
 * Types of a method's parameters and results, and the values that JSON becomes for them.
 *
 * <pre>
 *  Descriptor          a method's parameters, each a Parameter: what is known of its type
 *  JsonValues          what is inside of an argument
 *    ExactTypes        types whose values are one string or number; TypeTags names them in JSON
 *    TypedValues       objects, collections and maps of an API's types, as far as KnownTypes goes
 *    NamedClasses      what a generic call may say that an object is
 * </pre>
 *
 * <p>It knows no call and no connection, and loads no class that a message or an API names.
 */
package dev.vertxmesh.bridge.dubbo.values;
