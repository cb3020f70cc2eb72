/**
 * Values in the JSON that fastjson writes, Dubbo's serialization number 6 in both of its layouts.
 *
 * <p>Text comes in and values go out, and back; the classes that a text names are looked up in the
 * class filter first. This package knows no message.
 */
package dev.vertxmesh.dubbo.fastjson;
