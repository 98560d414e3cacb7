package config

import "time"

// Reader reads several settings, and keeps the error of the first one that cannot
// be used. It is for one goroutine.
type Reader struct {
	Config *Config
	err    error
}

// Err is the error of the first setting that could not be used.
func (r *Reader) Err() error { return r.err }

func (r *Reader) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Text reads a text.
func (r *Reader) Text(path, def string) string {
	v, err := r.Config.String(path, def)
	r.note(err)
	return v
}

// Bool reads a boolean.
func (r *Reader) Bool(path string, def bool) bool {
	v, err := r.Config.Bool(path, def)
	r.note(err)
	return v
}

// Int reads a number; 0 where it is not set.
func (r *Reader) Int(path string) int {
	v, err := r.Config.Int(path, 0)
	r.note(err)
	return v
}

// Natural reads a number from 0 on; 0 where it is not set.
func (r *Reader) Natural(path string) int {
	n := r.Int(path)
	if n < 0 {
		r.note(&Error{Key: path, Source: r.Config.Source(path), Want: "a whole number from 0 on", Got: int64(n)})
		return 0
	}
	return n
}

// Milliseconds reads a number of milliseconds; 0 where it is not set.
func (r *Reader) Milliseconds(path string) time.Duration {
	v, err := r.Config.Milliseconds(path, 0)
	r.note(err)
	return v
}

// Seconds reads a number of seconds; 0 where it is not set.
func (r *Reader) Seconds(path string) time.Duration {
	return times(r.Int(path), time.Second)
}
