package accelerate

import "github.com/dop251/goja"

// runs sort by insertion into runs, and by merging these.
type runs[K any] struct {
	values []goja.Value
	keys   []K
	order  []int // places of values and keys
	before func(later, earlier K) bool
	room   []int
}

// less reports whether the value that is at a comes before that at b, which is in front of it.
func (r *runs[K]) less(a, b int) bool { return r.before(r.keys[a], r.keys[b]) }

func (r *runs[K]) sort() {
	n := len(r.order)
	least := leastRun(n)
	var open [][2]int // runs that are not merged: where they begin and end
	for from := 0; from < n; {
		to := r.run(from)
		if to-from < least {
			end := min(from+least, n)
			r.insert(from, to, end)
			to = end
		}
		open = append(open, [2]int{from, to})
		from = to
		// Runs get shorter and shorter, so that those which are merged have similar lengths.
		for len(open) > 1 {
			a, b := open[len(open)-2], open[len(open)-1]
			if from < n && a[1]-a[0] > b[1]-b[0] {
				break
			}
			r.merge(a[0], a[1], b[1])
			open = append(open[:len(open)-2], [2]int{a[0], b[1]})
		}
	}
}

// leastRun is how long a run is at least, from 32 to 64, so that n has about a power of two of them.
func leastRun(n int) int {
	odd := 0
	for n >= 64 {
		odd |= n & 1
		n >>= 1
	}
	return n + odd
}

// run is the end of what is in order from a place on. What is in the opposite order is turned.
func (r *runs[K]) run(from int) int {
	to := from + 1
	if to == len(r.order) {
		return to
	}
	falling := r.less(r.order[to], r.order[to-1])
	for to++; to < len(r.order) && r.less(r.order[to], r.order[to-1]) == falling; to++ {
	}
	if falling {
		for i, j := from, to-1; i < j; i, j = i+1, j-1 {
			r.order[i], r.order[j] = r.order[j], r.order[i]
		}
	}
	return to
}

// insert sorts what is up to end into what is sorted up to to.
func (r *runs[K]) insert(from, to, end int) {
	for ; to < end; to++ {
		v, low, high := r.order[to], from, to
		for low < high {
			middle := low + (high-low)/2
			if r.less(v, r.order[middle]) {
				high = middle
			} else {
				low = middle + 1
			}
		}
		copy(r.order[low+1:to+1], r.order[low:to])
		r.order[low] = v
	}
}

// merge sorts two runs that follow each other.
func (r *runs[K]) merge(from, middle, end int) {
	r.room = append(r.room[:0], r.order[from:middle]...)
	left, right, at := 0, middle, from
	for left < len(r.room) && right < end {
		if r.less(r.order[right], r.room[left]) {
			r.order[at] = r.order[right]
			right++
		} else {
			r.order[at] = r.room[left]
			left++
		}
		at++
	}
	copy(r.order[at:], r.room[left:])
}
