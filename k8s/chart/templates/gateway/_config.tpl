{{/* The agent's file: what the chart needs to be so, and what the values add. */}}
{{- define "vertx-mesh.gatewayConfig" -}}
{{- $own := dict
  "registry" (include "vertx-mesh.registryUrl" .)
  "port" 20000
  "admin-port" 20002
  "event-loops" .Values.gateway.eventLoops
  "linger" .Values.gateway.lingerMillis
  "grace" .Values.gateway.graceMillis -}}
{{- if .Values.gateway.dubboPort -}}
{{- $_ := set $own "dubbo-port" .Values.gateway.dubboPort -}}
{{- end -}}
{{- $own = merge $own (include "vertx-mesh.linkSettings" (dict "root" . "part" "gateway") | fromYaml) -}}
{{- range $key, $value := .Values.gateway.config -}}
{{- if hasKey $own $key -}}
{{- fail (printf "gateway.config.%s: the chart sets this itself, from other values" $key) -}}
{{- end -}}
{{- end -}}
{{- toYaml (merge $own .Values.gateway.config) -}}
{{- end -}}
