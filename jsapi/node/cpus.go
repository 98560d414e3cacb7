package node

import (
	"strconv"
	"strings"
)

// processor is what os.cpus of Node says of one: times are in milliseconds.
type processor struct {
	model                      string
	speed                      int64
	user, nice, sys, idle, irq int64
}

// tick is the unit of /proc/stat in milliseconds.
const tick = 10

// processors reads /proc/cpuinfo and /proc/stat; those that are not listed there have
// only the model other.
func processors(info, stat, other string, count int) []processor {
	list := make([]processor, count)
	for i := range list {
		list[i].model = other
	}
	at := -1
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		key = strings.TrimSpace(key)
		if key == "processor" {
			at++
		}
		if at < 0 || at >= count {
			continue
		}
		switch key {
		case "model name":
			list[at].model = value
		case "cpu MHz":
			if mhz, err := strconv.ParseFloat(value, 64); err == nil {
				list[at].speed = int64(mhz)
			}
		}
	}
	at = 0
	for line := range strings.Lines(stat) {
		fields := strings.Fields(line)
		if len(fields) < 7 || !strings.HasPrefix(fields[0], "cpu") || fields[0] == "cpu" || at >= count {
			continue
		}
		p := &list[at]
		at++
		for i, into := range map[int]*int64{1: &p.user, 2: &p.nice, 3: &p.sys, 4: &p.idle, 6: &p.irq} {
			if n, err := strconv.ParseInt(fields[i], 10, 64); err == nil {
				*into = n * tick
			}
		}
	}
	return list
}
