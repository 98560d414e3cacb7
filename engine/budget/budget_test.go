package budget_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"framework/engine/budget"
)

func TestReadAll(t *testing.T) {
	text := strings.Repeat("0123456789", 10_000)
	for _, tc := range []struct {
		name        string
		from        io.Reader
		most, used  int64
		length      int
		want        int // bytes
		err         error
		whileCounts bool // something is taken while it is read
	}{
		{name: "a length", from: strings.NewReader(text), length: len(text), want: len(text), whileCounts: true},
		{name: "no length", from: strings.NewReader(text), length: -1, want: len(text), whileCounts: true},
		{name: "in small pieces", from: iotest.OneByteReader(strings.NewReader(text)), length: -1, want: len(text), whileCounts: true},
		{name: "its end with the last bytes", from: iotest.DataErrReader(strings.NewReader(text)), length: len(text), want: len(text), whileCounts: true},
		{name: "nothing", from: strings.NewReader(""), length: 0},
		{name: "nothing, though more comes", from: strings.NewReader(text), length: 0},
		{name: "nothing of no length", from: strings.NewReader(""), length: -1},
		{name: "less than announced", from: strings.NewReader(text), length: len(text) + 1, err: io.ErrUnexpectedEOF, whileCounts: true},
		{name: "a fault", from: iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))), length: -1, err: iotest.ErrTimeout},
		{name: "larger than the budget, alone", from: strings.NewReader(text), most: 50_000, length: -1, want: len(text), whileCounts: true},
		{name: "with others", from: strings.NewReader(text), most: 110_000, used: 10_000, length: len(text), want: len(text), whileCounts: true},
		{name: "with too much in use", from: strings.NewReader(text), most: 100_000, used: 10_000, length: len(text), err: budget.ErrSpent, whileCounts: true},
		{name: "with too much in use, without a length", from: strings.NewReader(text), most: 100_000, used: 10_000, length: -1, err: budget.ErrSpent, whileCounts: true},
		{name: "a small one with too much in use", from: strings.NewReader(text[:16<<10]), most: 10_000, used: 20_000, length: 16 << 10, want: 16 << 10},
		{name: "one that is hardly larger", from: strings.NewReader(text[:16<<10+1]), most: 10_000, used: 20_000, length: 16<<10 + 1, err: budget.ErrSpent},
		{name: "a small one without a length, with too much in use", from: strings.NewReader(text[:16<<10-1]), most: 10_000, used: 20_000, length: -1, want: 16<<10 - 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b budget.Budget
			b.SetMost(tc.most)
			if !b.Take(tc.used) {
				t.Fatal("no room")
			}
			w := &watched{Reader: tc.from, budget: &b}
			got, err := b.ReadAll(w, tc.length)
			if !errors.Is(err, tc.err) || err == nil && string(got) != text[:tc.want] {
				t.Errorf("got %d bytes, %v, want %d, %v", len(got), err, tc.want, tc.err)
			}
			if w.counts = w.highest > tc.used; w.counts != tc.whileCounts {
				t.Errorf("at most %d were taken, %d by others", w.highest, tc.used)
			}
			if b.Used() != tc.used {
				t.Errorf("%d are taken at the end, want %d", b.Used(), tc.used)
			}
		})
	}
	var none *budget.Budget
	if got, err := none.ReadAll(bytes.NewReader([]byte(text)), -1); err != nil || string(got) != text {
		t.Errorf("without a budget: %d bytes, %v", len(got), err)
	}
}

// TestTake: the budget is what all of them take together; one that is larger than it
// has to come alone.
func TestTake(t *testing.T) {
	for _, tc := range []struct {
		most  int64
		takes []int64
		want  []bool
	}{
		{0, []int64{5, 5, 1 << 40}, []bool{true, true, true}},
		{10, []int64{5, 5, 1}, []bool{true, true, false}},
		{10, []int64{5, 6, 5}, []bool{true, false, true}},
		{10, []int64{11, 1}, []bool{true, false}},
		{10, []int64{1, 10}, []bool{true, false}},
		{1, []int64{1, 1}, []bool{true, false}},
	} {
		var b budget.Budget
		b.SetMost(tc.most)
		var used int64
		for i, n := range tc.takes {
			if got := b.Take(n); got != tc.want[i] {
				t.Errorf("of %d: %v: taking number %d gives %v", tc.most, tc.takes, i, got)
			}
			if tc.want[i] {
				used += n
			}
		}
		if b.Used() != used {
			t.Errorf("of %d: %v: %d are taken, want %d", tc.most, tc.takes, b.Used(), used)
		}
		b.Give(used)
		if b.Used() != 0 {
			t.Errorf("of %d: %v: %d are taken after all were given back", tc.most, tc.takes, b.Used())
		}
	}
	var none *budget.Budget
	if !none.Take(1) {
		t.Error("no budget has a bound")
	}
	none.Give(1)
}

// watched notes what is taken whenever it is read from.
type watched struct {
	io.Reader
	budget  *budget.Budget
	highest int64
	counts  bool
}

func (w *watched) Read(p []byte) (int, error) {
	w.highest = max(w.highest, w.budget.Used())
	return w.Reader.Read(p)
}
