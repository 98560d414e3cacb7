//go:build !unix

package node

import "time"

// cpuTime is not known on this system.
func cpuTime() (user, system time.Duration) { return 0, 0 }
