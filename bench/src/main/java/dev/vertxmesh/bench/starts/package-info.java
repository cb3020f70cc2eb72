/**
 * How long a consumer agent takes from its process's start to the first answer of a provider, and
 * what it takes when it's idle. Run by {@code bench/starts}.
 */
package dev.vertxmesh.bench.starts;
