package snapshot

import (
	"time"

	"framework/engine/config"
)

// settingsReader reads settings and keeps the first one that cannot be used.
type settingsReader struct {
	cfg *config.Config
	err error
}

func (r *settingsReader) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *settingsReader) text(key, def string) string {
	v, err := r.cfg.String(key, def)
	r.note(err)
	return v
}

func (r *settingsReader) truth(key string, def bool) bool {
	v, err := r.cfg.Bool(key, def)
	r.note(err)
	return v
}

func (r *settingsReader) number(key string) int {
	v, err := r.cfg.Int(key, 0)
	r.note(err)
	return v
}

// milliseconds is a number of milliseconds, seconds one of seconds.
func (r *settingsReader) milliseconds(key string) time.Duration {
	v, err := r.cfg.Milliseconds(key, 0)
	r.note(err)
	return v
}

func (r *settingsReader) seconds(key string) time.Duration {
	return time.Duration(r.number(key)) * time.Second
}
