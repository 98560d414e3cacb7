// Package metrics counts what a server does, in the format of Prometheus.
package metrics
