{{/*
Who reaches the agent beside a provider: gateways its link port, and its admin port, at which it can be told to
drain, only networkPolicy.adminFrom. Whatever else is to reach the pod, such as its provider's own ports, is for
policies of yours: they add up.
*/}}
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
  policyTypes: [Ingress]
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
{{- end -}}
{{- end -}}
