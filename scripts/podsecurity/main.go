// Command podsecurity asks Kubernetes' own code, as its API server runs it, whether it would let the pods of
// manifests into a namespace that enforces the pod security standard "restricted".
//
//	podsecurity FILE…
//
// It prints what it would say of each that it wouldn't let in, and then fails.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// What a manifest has that matters here: a pod itself, or something that makes pods.
type manifest struct {
	Kind     string            `json:"kind"`
	Metadata metav1.ObjectMeta `json:"metadata"`
	Spec     struct {
		corev1.PodSpec
		Template    *corev1.PodTemplateSpec `json:"template"`
		JobTemplate *struct {
			Spec struct {
				Template corev1.PodTemplateSpec `json:"template"`
			} `json:"spec"`
		} `json:"jobTemplate"`
	} `json:"spec"`
}

func (m *manifest) pod() (*metav1.ObjectMeta, *corev1.PodSpec) {
	switch {
	case m.Spec.JobTemplate != nil:
		template := &m.Spec.JobTemplate.Spec.Template
		return &template.ObjectMeta, &template.Spec
	case m.Spec.Template != nil:
		return &m.Spec.Template.ObjectMeta, &m.Spec.Template.Spec
	case m.Kind == "Pod":
		return &m.Metadata, &m.Spec.PodSpec
	}
	return nil, nil
}

func main() {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		fail(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	pods, refused := 0, 0
	for _, name := range os.Args[1:] {
		err := each(name, func(m *manifest) {
			meta, spec := m.pod()
			if spec == nil {
				return
			}
			pods++
			result := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, meta, spec))
			if !result.Allowed {
				refused++
				fmt.Printf("%s: %s %s: %s\n", name, m.Kind, m.Metadata.Name, result.ForbiddenDetail())
			}
		})
		if err != nil {
			fail(fmt.Errorf("%s: %w", name, err))
		}
	}
	fmt.Printf("restricted: %d of %d pods are let in\n", pods-refused, pods)
	if refused > 0 || pods == 0 {
		os.Exit(1)
	}
}

func each(name string, of func(*manifest)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	documents := yaml.NewYAMLOrJSONDecoder(bufio.NewReader(file), 4096)
	for {
		m := &manifest{}
		switch err := documents.Decode(m); err {
		case nil:
			of(m)
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "podsecurity:", err)
	os.Exit(1)
}
