// Package pacetest helps tests to end computations that check their pace.
package pacetest
