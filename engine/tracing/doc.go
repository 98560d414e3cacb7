// Package tracing sends what was recorded of requests as spans to a collector, over
// OTLP/HTTP.
package tracing
