/**
 * Values in JSONB, fastjson2's binary JSON, Dubbo's serialization number 23.
 *
 * <p>Bytes come in and values go out, and back; the classes that a value names are looked up in the
 * class filter first. This package knows no message, and no other serialization.
 */
package dev.vertxmesh.dubbo.jsonb;
