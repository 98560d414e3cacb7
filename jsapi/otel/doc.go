// Package otel gives the package @opentelemetry/api, where a project has it, the spans of
// the server: what the project records itself becomes a part of the trace of its request.
package otel
