package httpd

import (
	"strconv"
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

// Read returns the value for assets of a project.
func (c Caching) Read(cfg *config.Config, production bool) (string, error) {
	switch age, ok := cfg.Get(c.Setting); {
	case age == false:
		return c.after(0), nil
	case ok && age != nil:
		d, err := cfg.Milliseconds(c.Setting, 0)
		return c.after(d), err
	case production:
		return c.Production, nil
	}
	return c.Development, nil
}

// after is the value that lets clients keep assets for so long.
func (c Caching) after(age time.Duration) string {
	seconds := strconv.FormatInt(min(int64(age/time.Second), 31536000), 10)
	if c.Plainly {
		seconds = strconv.FormatFloat(age.Seconds(), 'f', -1, 64)
	}
	return "public, max-age=" + seconds
}
