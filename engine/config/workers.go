package config

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"framework/engine/problem"
)

// MaxWorkers bounds the setting workers: each one loads the whole project.
const MaxWorkers = 64

// Workers reads the setting workers: a whole number, also as text, or "auto" for as many
// as there are processors. The name was a project's to choose before, so everything else is
// left to the project; the problem says so for what may have been meant for the server.
func (c *Config) Workers() (n int, misread *problem.Problem) {
	v, _ := c.Get("workers")
	var valid bool
	switch v := v.(type) {
	case nil:
		return 1, nil
	case bool:
		if !v {
			return 1, nil
		}
	case int64:
		n, valid = int(v), true
	case float64:
		n, valid = int(v), v == math.Trunc(v)
	case string:
		switch text := strings.ToLower(strings.TrimSpace(v)); text {
		case "":
			return 1, nil // a variable that is not set
		case "auto":
			return min(runtime.GOMAXPROCS(0), MaxWorkers), nil
		default:
			var err error
			n, err = strconv.Atoi(text)
			valid = err == nil
		}
	default:
		return 1, nil
	}
	if valid && n >= 1 && n <= MaxWorkers {
		return n, nil
	}
	err := &Error{"workers", "", fmt.Sprintf(`"auto" or a whole number from 1 to %d`, MaxWorkers), v}
	p := problem.In(c.Source("workers"), "%v", err).
		Advise("the value is left to the project, which is served with one worker")
	return 1, &p
}
