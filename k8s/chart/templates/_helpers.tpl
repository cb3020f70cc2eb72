{{- define "vertx-mesh.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "vertx-mesh.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "vertx-mesh.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "part" "gateway"): what selects a part's pods. It never changes. */}}
{{- define "vertx-mesh.selector" -}}
app.kubernetes.io/name: {{ include "vertx-mesh.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* The same for objects' own labels. Not for pods, which would roll with every release of the chart. */}}
{{- define "vertx-mesh.labels" -}}
{{ include "vertx-mesh.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* (dict "root" $ "part" "gateway"): an object's metadata. "labels" are more of them, and go before the common ones;
     "namespace" is another one than the release's. */}}
{{- define "vertx-mesh.metadata" -}}
name: {{ include "vertx-mesh.fullname" .root }}-{{ .part }}
namespace: {{ default .root.Release.Namespace .namespace }}
labels:
  {{- include "vertx-mesh.labels" . | nindent 2 }}
  {{- with merge (dict) (default (dict) .labels) .root.Values.commonLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The same for a part's pods. */}}
{{- define "vertx-mesh.podLabels" -}}
{{- with merge (dict) (default (dict) .labels) .root.Values.commonLabels }}
{{- toYaml . }}
{{ end }}
{{- include "vertx-mesh.selector" . }}
{{- end -}}

{{/* (dict "root" $ "name" "consumer"): image and pull policy of a container. */}}
{{- define "vertx-mesh.image" -}}
{{- $image := index .root.Values.images .name -}}
image: {{ printf "%s:%s" $image.repository (default .root.Chart.AppVersion $image.tag) | quote }}
imagePullPolicy: {{ $image.pullPolicy }}
{{- end -}}

{{/* What every pod has: the restricted pod standard, and nothing of Kubernetes' API but what "token" lets it have. */}}
{{- define "vertx-mesh.podBasics" -}}
automountServiceAccountToken: {{ default false .token }}
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* All that the standard asks of a container, so that it also holds in a pod that says nothing itself. */}}
{{- define "vertx-mesh.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{/* A Deployment's strategy; the bounds of rolling are of no other one. */}}
{{- define "vertx-mesh.strategy" -}}
{{- if eq (default "RollingUpdate" .type) "RollingUpdate" -}}
{{- toYaml . -}}
{{- else -}}
{{- toYaml (omit . "rollingUpdate") -}}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "values" .Values.gateway): a part's own class, or that of all. */}}
{{- define "vertx-mesh.priority" -}}
{{- with default .root.Values.priorityClassName .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* (dict "name" "gateway" "values" .Values.gateway.podDisruptionBudget): the one bound of the two. */}}
{{- define "vertx-mesh.disruption" -}}
{{- if eq (toString .values.minAvailable) "" -}}
maxUnavailable: {{ .values.maxUnavailable }}
{{- else -}}
{{- if ne (toString .values.maxUnavailable) "1" -}}
{{- fail (printf "%s.podDisruptionBudget: minAvailable and maxUnavailable are both given, expected one" .name) -}}
{{- end -}}
minAvailable: {{ .values.minAvailable }}
{{- end -}}
{{- end -}}

{{/* nodeSelector, tolerations and affinity of a part's values. */}}
{{- define "vertx-mesh.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/*
The JVM's flags of a part's values. Below half a CPU the compiler that makes the fastest code would take what
the calls need: there is none of it then, and calls cost about twice as much for good. javaOptions win.
*/}}
{{- define "vertx-mesh.javaOptions" -}}
{{- $cpu := toString (dig "limits" "cpu" "" (.resources | default dict)) -}}
{{- $milli := hasSuffix "m" $cpu | ternary (trimSuffix "m" $cpu | float64) (mulf 1000 (float64 $cpu)) -}}
{{- if and $cpu (lt $milli 500.0) }}-XX:TieredStopAtLevel=1 {{ end }}{{ .javaOptions }}
{{- end -}}

{{/* (dict "root" $ "part" "gateway"): probes of an agent; its admin port is called admin. */}}
{{- define "vertx-mesh.probes" -}}
{{- $tls := empty (include "vertx-mesh.adminSecret" .) | ternary "" ", scheme: HTTPS" -}}
startupProbe: # a JVM on a starved node
  httpGet: {path: /health/live, port: admin{{ $tls }}}
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 120
livenessProbe:
  httpGet: {path: /health/live, port: admin{{ $tls }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe: # an agent that is short of CPU refuses calls, and answers this later than others
  httpGet: {path: /health/ready, port: admin{{ $tls }}}
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}

{{- define "vertx-mesh.ownEtcd" -}}
{{- if and .Values.etcd.enabled (not .Values.registry.url) -}}true{{- end -}}
{{- end -}}

{{/* Whether the registry is a server of its own, which may ask for a password and speak TLS. */}}
{{- define "vertx-mesh.registryServer" -}}
{{- if regexMatch "^(etcd2?|zookeeper|nacos):" .Values.registry.url -}}true{{- end -}}
{{- end -}}

{{/* The URL that all agents get. Files are where vertx-mesh.registryMounts puts them. */}}
{{- define "vertx-mesh.registryUrl" -}}
{{- $url := .Values.registry.url -}}
{{- if include "vertx-mesh.ownEtcd" . -}}
{{- $url = printf "etcd://%s-etcd.%s.svc:2379" (include "vertx-mesh.fullname" .) .Release.Namespace -}}
{{- end -}}
{{- if not $url -}}
{{- fail "registry.url is empty and etcd.enabled is false: the agents need one of them" -}}
{{- end -}}
{{- if contains "?" $url -}}
{{- fail "registry.url has options: put them into registry.options" -}}
{{- end -}}
{{- $options := list -}}
{{- $isServer := or (include "vertx-mesh.ownEtcd" .) (include "vertx-mesh.registryServer" .) -}}
{{- if or $isServer (hasPrefix "kubernetes:" $url) -}}
{{- $options = append $options "cache=none" -}}
{{- /* a pod that ends because the registry isn't there yet is started ever more seldom, and late when it is */ -}}
{{- if not (regexMatch "(^|&)wait=" .Values.registry.options) -}}{{- $options = append $options "wait=3600" -}}{{- end -}}
{{- end -}}
{{- if $isServer -}}
{{- $user := hasPrefix "etcd" $url | ternary "user" "username" -}}
{{- with .Values.registry.user -}}{{- $options = append $options (printf "%s=%s" $user (urlquery .)) -}}{{- end -}}
{{- if .Values.registry.passwordSecret.name -}}
{{- $options = append $options "password-file=/etc/vertx-mesh/registry-password/password" -}}
{{- end -}}
{{- if .Values.registry.tls.secretName -}}
{{- $options = append $options "ca=/etc/vertx-mesh/registry-tls/ca.crt" -}}
{{- if .Values.registry.tls.clientCertificate -}}
{{- $options = concat $options (list "cert=/etc/vertx-mesh/registry-tls/tls.crt" "key=/etc/vertx-mesh/registry-tls/tls.key") -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with .Values.registry.options -}}{{- $options = append $options . -}}{{- end -}}
{{- if $options -}}{{- $url = printf "%s?%s" $url (join "&" $options) -}}{{- end -}}
{{- $url -}}
{{- end -}}

{{/* The namespaces that the gateway reads, with blanks; empty where the registry isn't this cluster. */}}
{{- define "vertx-mesh.readNamespaces" -}}
{{- $registry := .Values.registry -}}
{{- if and (hasPrefix "kubernetes:" $registry.url) (not (regexMatch "(^|&)api=" $registry.options)) -}}
{{- $names := list -}}
{{- range splitList "," (trimPrefix "kubernetes:" $registry.url) -}}
{{- $names = append $names (contains "/" . | ternary (splitList "/" . | first) $.Release.Namespace) -}}
{{- end -}}
{{- join " " (uniq $names) -}}
{{- end -}}
{{- end -}}

{{/* Lists for volumeMounts and volumes; empty where the registry needs no files. */}}
{{- define "vertx-mesh.registryMounts" -}}
{{- if .Values.admin.tokenSecret.name }}
- name: admin-tokens
  mountPath: /etc/vertx-mesh/admin-tokens
  readOnly: true
{{- end }}
{{- if .Values.registry.passwordSecret.name }}
- name: registry-password
  mountPath: /etc/vertx-mesh/registry-password
  readOnly: true
{{- end }}
{{- if .Values.registry.tls.secretName }}
- name: registry-tls
  mountPath: /etc/vertx-mesh/registry-tls
  readOnly: true
{{- end }}
{{- end -}}

{{- define "vertx-mesh.registryVolumes" -}}
{{- with .Values.admin.tokenSecret }}
{{- if .name }}
- name: admin-tokens
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: tokens
{{- end }}
{{- end }}
{{- with .Values.registry.passwordSecret }}
{{- if .name }}
- name: registry-password
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: password
{{- end }}
{{- end }}
{{- with .Values.registry.tls.secretName }}
- name: registry-tls
  secret:
    secretName: {{ . }}
{{- end }}
{{- end -}}
