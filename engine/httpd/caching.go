package httpd

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"framework/engine/config"
)

// Caching holds the values of Cache-Control for assets, by environment, and for
// the favicon.
type Caching struct {
	Development, Production, Favicon string
	// Setting is the path of the setting of a project, in milliseconds. Plainly
	// leaves it as it is; else it is in whole seconds, and a year at most.
	Setting string
	Plainly bool
}

// Read returns the value for assets of a project. A setting that is no time stands for 0,
// and is reported.
func (c Caching) Read(cfg *config.Config, production bool) (value string, wrong error) {
	switch age, ok := cfg.Get(c.Setting); {
	case age == false:
		return c.after(0), nil
	case ok && age != nil:
		d, known := c.age(age)
		if !known {
			wrong = &config.Error{Key: c.Setting, Source: cfg.Source(c.Setting), Want: `milliseconds, or a time such as "2 days"`, Got: age}
		}
		return c.after(d), wrong
	case production:
		return c.Production, nil
	}
	return c.Development, nil
}

// age is a setting as a time: a number of milliseconds, also as text, and from 0.11 on a
// time in words, as the package ms reads them.
func (c Caching) age(setting any) (time.Duration, bool) {
	var milliseconds float64
	switch v := setting.(type) {
	case int64:
		milliseconds = float64(v)
	case float64:
		milliseconds = v
	case string:
		m := timeInWords.FindStringSubmatch(strings.TrimSpace(strings.ToLower(v)))
		n, err := 0.0, error(nil)
		if m != nil {
			n, err = strconv.ParseFloat(m[1], 64)
		}
		if m == nil || err != nil || c.Plainly && m[2] != "" {
			return 0, v == ""
		}
		milliseconds = n * float64(unitOf(m[2]).Milliseconds())
	default:
		return 0, false
	}
	if !c.Plainly {
		milliseconds = max(milliseconds, 0)
	}
	return time.Duration(min(milliseconds, float64(math.MaxInt64/time.Millisecond))) * time.Millisecond, true
}

var timeInWords = regexp.MustCompile(`^(-?(?:\d+)?\.?\d+) *(ms|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|y|yrs?|years?)?$`)

// unitOf is the unit that a word of timeInWords stands for.
func unitOf(word string) time.Duration {
	switch {
	case word == "" || strings.HasPrefix(word, "ms") || strings.HasPrefix(word, "mil"):
		return time.Millisecond
	case word[0] == 's':
		return time.Second
	case word[0] == 'm':
		return time.Minute
	case word[0] == 'h':
		return time.Hour
	case word[0] == 'd':
		return 24 * time.Hour
	case word[0] == 'w':
		return 7 * 24 * time.Hour
	}
	return 8766 * time.Hour // 365.25 days
}

// after is the value that lets clients keep assets for so long.
func (c Caching) after(age time.Duration) string {
	seconds := strconv.FormatInt(min(int64(age/time.Second), 31536000), 10)
	if c.Plainly {
		seconds = strconv.FormatFloat(age.Seconds(), 'f', -1, 64)
	}
	return "public, max-age=" + seconds
}
