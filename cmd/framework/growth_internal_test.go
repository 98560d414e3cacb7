package main

import (
	"slices"
	"testing"
)

func TestCollectsAsClientsGrow(t *testing.T) {
	var g growth
	var collected []int64
	for _, upTo := range []int64{20_000, 5, 21_999, 24_000} { // they come, go, and come back
		for n := int64(0); n <= upTo; n++ {
			if g.outgrew(n) {
				collected = append(collected, n)
			}
		}
	}
	want := []int64{1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10125, 11390, 12813, 14414, 16215, 18241, 20521, 23086}
	if !slices.Equal(collected, want) {
		t.Errorf("collected at %d, not at %d", collected, want)
	}
}
