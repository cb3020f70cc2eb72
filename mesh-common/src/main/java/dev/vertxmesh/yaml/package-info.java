/**
 * Files of YAML that an agent goes by while it runs. {@link dev.vertxmesh.yaml.YamlNodes} reads one
 * and knows where what stands in it; {@link dev.vertxmesh.yaml.WatchedFile} reads it again when it
 * has changed. Neither knows what a file is about.
 */
package dev.vertxmesh.yaml;
