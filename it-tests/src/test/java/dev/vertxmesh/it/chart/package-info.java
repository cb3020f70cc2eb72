/**
 * The Helm chart in k8s/chart, rendered by Helm as a library: each switch, the restricted pod
 * standard, and what an upgrade rolls. What is rendered stays in target/chart, where
 * scripts/chart.sh validates it against Kubernetes' own schemas. InstalledChartIT starts what is
 * rendered with TLS.
 */
package dev.vertxmesh.it.chart;
