package admission_test

import (
	"testing"
	"time"

	"framework/engine/admission"
)

// TestDelay: in a queue that stands, half of the limit is all that anybody waits.
func TestDelay(t *testing.T) {
	start := time.Unix(1e9, 0)
	const limit = 100 * time.Millisecond
	for name, tc := range map[string]struct {
		limit       time.Duration
		joined      bool // a request waits since start
		now, waited time.Duration
		over        bool
		standing    bool
	}{
		"no limit":                        {0, true, time.Hour, time.Hour, false, false},
		"a limit below 0":                 {-1, true, time.Hour, time.Hour, false, false},
		"the shortest limit":              {1, true, 1, 1, true, true},
		"less than the limit":             {limit, true, limit - 1, limit - 1, false, false},
		"the limit":                       {limit, true, limit, limit, true, true},
		"half of it, in a burst":          {limit, true, limit - 1, limit / 2, false, false},
		"half of it, while it stands":     {limit, true, limit, limit / 2, true, true},
		"less than half, while it stands": {limit, true, limit, limit/2 - 1, false, true},
		"nobody waits":                    {limit, false, limit, limit / 2, false, false},
		"nobody waits, for the limit":     {limit, false, limit, limit, true, false},
	} {
		var d admission.Delay
		d.SetLimit(tc.limit)
		if tc.joined {
			d.Joined(start)
			d.Joined(start.Add(tc.now)) // the first counts
		}
		now := start.Add(tc.now)
		if got := d.Over(now, now.Add(-tc.waited)); got != tc.over {
			t.Errorf("%s: it is too long: %v", name, got)
		}
		if got := d.Standing(now); got != tc.standing {
			t.Errorf("%s: the queue stands: %v", name, got)
		}
		if got := d.Limited(); got != (tc.limit > 0) {
			t.Errorf("%s: there is a limit: %v", name, got)
		}
		d.Emptied()
		if d.Standing(now) {
			t.Errorf("%s: it stands although nobody waits", name)
		}
	}
	var d admission.Delay
	d.SetLimit(limit)
	if d.Short() != limit/2 {
		t.Errorf("the short wait is %v", d.Short())
	}
	// Who joins after the queue was empty begins anew.
	d.Joined(start)
	d.Emptied()
	d.Joined(start.Add(limit))
	if d.Standing(start.Add(limit)) {
		t.Error("a queue stands that was empty")
	}
}

func TestDefaultLimits(t *testing.T) {
	if admission.DefaultLimit != 750*time.Millisecond || admission.DefaultArrivalLimit != 250*time.Millisecond {
		t.Errorf("the documentation says 750 and 250 ms, not %v and %v", admission.DefaultLimit, admission.DefaultArrivalLimit)
	}
}
