package jsapi

import "time"

// most is how many times its limit a turn may take on a busy machine.
const most = 6

// share measures how much of the processor this process gets. The zero value
// measures nothing.
type share struct {
	since time.Time
	used  time.Duration // by the process, at that time
}

func measureShare() share {
	used, known := processTime()
	if !known {
		return share{}
	}
	return share{time.Now(), used}
}

// extra is the time that a turn may run longer than its limit, because other
// processes had the processor.
func (s share) extra(limit time.Duration) time.Duration {
	used, _ := processTime()
	if s.since.IsZero() {
		return 0
	}
	return lost(limit, time.Since(s.since), used-s.used)
}

// lost is the part of elapsed in which a process that used that much processor time
// did not run. A little is always lost, and counts for nothing.
func lost(limit, elapsed, used time.Duration) time.Duration {
	if d := elapsed - used; d > limit/10 {
		return min(d, (most-1)*limit)
	}
	return 0
}
