package main

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// A cgroup without a limit, or with one above the machine's memory, leaves that.
func TestAvailableMemory(t *testing.T) {
	none := func() (uint64, error) { return 0, errors.New("no limit") }
	for _, tc := range []struct {
		cgroup, system memlimit.Provider
		want           int64
	}{
		{memlimit.Limit(100), memlimit.Limit(200), 100},
		{memlimit.Limit(300), memlimit.Limit(200), 200},
		{memlimit.Limit(math.MaxUint64), memlimit.Limit(200), 200},
		{memlimit.Limit(0), memlimit.Limit(200), 200},
		{none, memlimit.Limit(200), 200},
		{memlimit.Limit(100), none, 100},
		{none, none, 0},
	} {
		if got := smallest(tc.cgroup, tc.system); got != tc.want {
			t.Errorf("got %d, want %d", got, tc.want)
		}
	}
}

// Memory is given back when a load is over, once, and not while it lasts nor for
// the little that an idle server allocates.
func TestMemoryIsGivenBackAtRest(t *testing.T) {
	const mb = 1 << 20
	for _, tc := range []struct {
		name  string
		steps []uint64 // MiB allocated in each
		want  []bool
	}{
		{"a load that ends", []uint64{100, 500, 500, 1, 1, 1, 1}, []bool{false, false, false, false, true, false, false}},
		{"a load that lasts", []uint64{100, 500, 500, 500, 500, 500}, []bool{false, false, false, false, false, false}},
		{"pauses too short", []uint64{100, 1, 500, 1, 500, 1}, []bool{false, false, false, false, false, false}},
		{"next to nothing", []uint64{1, 1, 1, 1, 1, 1}, []bool{false, false, false, false, false, false}},
		{"little by little", []uint64{1, 2, 2, 2, 2, 2, 2, 2, 2, 1}, []bool{false, false, false, false, false, false, false, false, true, false}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r rest
			var total uint64
			for n, each := range tc.steps {
				total += each * mb
				if got, _ := r.step(total); got != tc.want[n] {
					t.Errorf("step %d: gives back: %t, want %t", n, got, tc.want[n])
				}
			}
		})
	}
}

// The pages of the program are forgotten with the memory, and once a minute for as long as little happens.
func TestProgramIsForgottenAtRest(t *testing.T) {
	const mb = 1 << 20
	var r rest
	var got []int
	total := uint64(100 * mb)
	r.step(total)
	for n := range 30 {
		if _, program := r.step(total); program {
			got = append(got, n+1)
		}
	}
	if want := []int{2, 12, 24}; !slices.Equal(got, want) {
		t.Errorf("forgotten at steps %v, want %v", got, want)
	}
	for n := range 2 * forgetSteps {
		total += 100 * mb
		if _, program := r.step(total); program {
			t.Errorf("forgotten under load, step %d", n+1)
		}
	}
}
