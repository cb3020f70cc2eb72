{{/*
Who reaches the agent beside a provider: gateways its link port, and its admin port, at which it can be told to
drain, only networkPolicy.adminFrom. Whatever else is to reach the pod, such as its provider's own ports, is for
policies of yours: they add up. With "to", which are peers, the pod connects to them, to its registry and to DNS, and
to nobody else.
*/}}
{{/* Entries of egress that each agent needs: names, and the registry. */}}
{{- define "vertx-mesh.egress" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- $own := include "vertx-mesh.ownEtcd" . }}
{{- if and (include "vertx-mesh.registryServer" .) (not .Values.networkPolicy.registryTo) }}
{{- fail "egress is limited and registry.url is a server of yours: expected its addresses in networkPolicy.registryTo" }}
{{- end }}
{{- if or $own .Values.networkPolicy.registryTo }}
- to:
    {{- if $own }}
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ .Release.Namespace }}
      podSelector:
        matchLabels:
          {{- include "vertx-mesh.selector" (dict "root" . "part" "etcd") | nindent 10 }}
    {{- end }}
    {{- with .Values.networkPolicy.registryTo }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end -}}

{{- define "vertx-mesh.provider.networkPolicy" -}}
{{- $values := include "vertx-mesh.provider.values" . | fromYaml -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- if $policy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ required "vertx-mesh.provider.networkPolicy needs a name: (dict \"root\" … \"name\" \"orders\" …)" .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "vertx-mesh.provider.labels" . | nindent 4 }}
    app.kubernetes.io/managed-by: {{ .root.Release.Service }}
    {{- with .root.Values.commonLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- $labels := required "vertx-mesh.provider.networkPolicy needs a selector: (dict \"root\" … \"selector\" (dict \"app\" \"orders\"))" .selector }}
      {{- toYaml $labels | nindent 6 }}
  policyTypes: [Ingress{{ if .to }}, Egress{{ end }}]
  ingress:
    # by number: not every network knows the names of an init container's ports
    - ports:
        - port: {{ $values.port }}
      from:
        {{- if $policy.linkFrom }}
        {{- toYaml $policy.linkFrom | nindent 8 }}
        {{- else }}
        # gateways, in any namespace
        - namespaceSelector: {}
          podSelector:
            matchLabels:
              app.kubernetes.io/name: {{ include "vertx-mesh.name" .root }}
              app.kubernetes.io/component: gateway
        {{- end }}
    {{- with $policy.adminFrom }}
    - ports:
        - port: {{ $values.adminPort }}
      from:
        {{- toYaml . | nindent 8 }}
    {{- end }}
  {{- with .to }}
  egress:
    {{- include "vertx-mesh.egress" $.root | nindent 4 }}
    - to:
        {{- toYaml . | nindent 8 }}
  {{- end }}
{{- end -}}
{{- end -}}
