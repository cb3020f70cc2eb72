{{/* The agent's file: what the chart needs to be so, and what the values add. */}}
{{- define "vertx-mesh.gatewayConfig" -}}
{{- $own := dict
  "registry" (include "vertx-mesh.registryUrl" .)
  "port" 20000
  "admin-port" 20002
  "admin-host" "0.0.0.0"
  "event-loops" .Values.gateway.eventLoops
  "linger" .Values.gateway.lingerMillis
  "grace" .Values.gateway.graceMillis -}}
{{- if .Values.gateway.dubboPort -}}
{{- $_ := set $own "dubbo-port" .Values.gateway.dubboPort -}}
{{- end -}}
{{- if .Values.admin.tokenSecret.name -}}
{{- $_ := set $own "admin-token-file" "/etc/vertx-mesh/admin-tokens/tokens" -}}
{{- end -}}
{{- range $key, $value := .Values.gateway.config -}}
{{- if hasKey $own $key -}}
{{- fail (printf "gateway.config.%s: the chart sets this itself, from other values" $key) -}}
{{- end -}}
{{- end -}}
{{- toYaml (merge $own .Values.gateway.config) -}}
{{- end -}}
