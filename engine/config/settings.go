package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/value"
)

// Error is an invalid setting.
type Error struct {
	Key    string // dotted path
	Source string // file, variable or flag it came from
	Want   string
	Got    any
}

func (e *Error) Error() string {
	where := ""
	if e.Source != "" {
		where = " (set in " + e.Source + ")"
	}
	return fmt.Sprintf("config %s%s: expected %s, got %s", e.Key, where, e.Want, value.Append(nil, e.Got))
}

// Setting is what the error is about.
func (e *Error) Setting() string { return e.Key }

// String returns the text at path, def when it is absent or null.
func (c *Config) String(path, def string) (string, error) {
	v, _ := c.Get(path)
	if v == nil {
		return def, nil
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	}
	return def, &Error{path, c.Source(path), "text", v}
}

// Int returns the integer at path. Text with an integer is accepted, because
// variables and flags are text; the empty text, which many projects write for a variable
// that is not set, stands for no value.
func (c *Config) Int(path string, def int) (int, error) {
	v, _ := c.Get(path)
	if v == nil {
		return def, nil
	}
	switch n := v.(type) {
	case int64:
		return int(n), nil
	case float64:
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int(n), nil
		}
	case string:
		if n = strings.TrimSpace(n); n == "" {
			return def, nil
		}
		if i, err := strconv.Atoi(n); err == nil {
			return i, nil
		}
		// "10E7" is a number in JavaScript too.
		if f, err := strconv.ParseFloat(n, 64); err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return int(f), nil
		}
	}
	return def, &Error{path, c.Source(path), "a whole number", v}
}

// Bool returns the boolean at path; the texts "true", "1", "yes", "false", "0",
// "no" and the empty text are accepted.
func (c *Config) Bool(path string, def bool) (bool, error) {
	v, _ := c.Get(path)
	if v == nil {
		return def, nil
	}
	switch b := v.(type) {
	case bool:
		return b, nil
	case string:
		switch strings.ToLower(strings.TrimSpace(b)) {
		case "true", "1", "yes":
			return true, nil
		case "false", "0", "no", "":
			return false, nil
		}
	case int64:
		return b != 0, nil
	}
	return def, &Error{path, c.Source(path), "true or false", v}
}

// Milliseconds returns the duration at path, a number of milliseconds.
func (c *Config) Milliseconds(path string, def time.Duration) (time.Duration, error) {
	n, err := c.Int(path, int(def/time.Millisecond))
	return times(n, time.Millisecond), err
}

// times is n units, or the longest time there is: a project may write
// Number.MAX_SAFE_INTEGER for never.
func times(n int, unit time.Duration) time.Duration {
	most := int(math.MaxInt64 / unit)
	return time.Duration(min(max(n, -most), most)) * unit
}

// Map returns the object at path; it is empty if the value is absent, null or
// false.
func (c *Config) Map(path string) (*value.Map, error) {
	v, _ := c.Get(path)
	if v == nil || v == false {
		return value.New(0), nil
	}
	if m, ok := v.(*value.Map); ok {
		return m, nil
	}
	return value.New(0), &Error{path, c.Source(path), "an object", v}
}

// Settings are the settings that the server itself reads. Packages with settings
// of their own read them from Config.
type Settings struct {
	Port               int
	Host               string // "" listens on all interfaces
	Environment        string
	LogLevel           string
	NoShip             bool
	KeepResponseErrors bool
	// BootstrapTimeout is the time after which an unfinished bootstrap is warned
	// about.
	BootstrapTimeout time.Duration
	// TurnLimit is the longest time of one turn of JavaScript.
	TurnLimit time.Duration
	// Workers is how many isolates serve the project, 1 or more.
	Workers int
	// MemoryLimit is the number of bytes by which the heap may grow during one
	// turn of JavaScript; 0 for no limit, -1 if it is not set.
	MemoryLimit int64
	// QueueTime is how long a request may wait for JavaScript before it is
	// refused; there is no limit unless it is positive.
	QueueTime time.Duration
	// ArrivalTime is how long a request may wait for the server to begin while
	// most do, DatastoreQueueTime how long for a connection to a database; 0 for as
	// long as it takes.
	ArrivalTime, DatastoreQueueTime time.Duration
	// QueryTimeout bounds one query of the database.
	QueryTimeout time.Duration
	BodyLimit    int64 // bytes of a JSON, form or text body
	UploadLimit  int64 // bytes of a multipart body, 0 for that of each upload
	// BodyValues is the number of values that a body may have, 0 for the default
	// that depends on BodyLimit; ParseBudget is the number of bytes of bodies
	// that may be in memory at once, ReceiveBudget of those that are still coming in.
	BodyValues                 int
	ParseBudget, ReceiveBudget int64
	// HeadTimeout and BodyTimeout bound the time to receive the head and the body
	// of a request, IdleTimeout the wait for the next request of a connection,
	// WriteTimeout the time in which a client has to read a part of its answer.
	HeadTimeout, BodyTimeout, IdleTimeout, WriteTimeout time.Duration

	// HeadLimit is the number of bytes that the head of a request may have.
	HeadLimit int
	PoweredBy string // header X-Powered-By, "" for none
	// Observe is what is logged, counted and traced.
	Observe Observe
}

// Production reports whether the environment is "production".
func (s *Settings) Production() bool { return s.Environment == "production" }

// Settings reads the server's settings; the error is the first invalid one.
func (c *Config) Settings() (Settings, error) {
	var s Settings
	r := reader{c: c}
	s.Port = r.int("port", 1337)
	s.Host = r.string("host", r.string("explicitHost", ""))
	s.Environment = r.string("environment", "development")
	s.LogLevel = r.string("log.level", "info")
	s.NoShip = r.bool("log.noShip", false)
	s.KeepResponseErrors = r.bool("keepResponseErrors", false)
	s.BootstrapTimeout = r.milliseconds("bootstrapTimeout", 2*time.Second) // Sails takes one below 0
	s.TurnLimit = r.duration("script.turnLimit", 10*time.Second)
	s.Workers, _ = c.Workers()
	s.MemoryLimit = -1
	if v, _ := c.Get("script.memoryLimit"); v != nil {
		s.MemoryLimit = int64(r.count("script.memoryLimit", 0))
	}
	s.QueueTime = r.duration("script.queueTime", admission.DefaultLimit)
	s.ArrivalTime = r.duration("http.queueTime", admission.DefaultArrivalLimit)
	s.DatastoreQueueTime = r.duration("models.queueTime", admission.DefaultLimit)
	s.QueryTimeout = r.duration("models.queryTimeout", 30*time.Second)
	s.BodyLimit = int64(r.count("http.bodyLimit", 1<<20))
	s.UploadLimit = int64(r.count("http.uploadLimit", 0))
	s.BodyValues = r.count("http.bodyValues", 0)
	s.ParseBudget = int64(r.count("http.parseBudget", 64<<20))
	s.ReceiveBudget = int64(r.count("http.receiveBudget", 64<<20))
	s.HeadTimeout = r.duration("http.headTimeout", 30*time.Second)
	s.BodyTimeout = r.duration("http.bodyTimeout", 30*time.Second)
	s.IdleTimeout = r.duration("http.idleTimeout", 2*time.Minute)
	s.WriteTimeout = r.duration("http.writeTimeout", 30*time.Second)
	s.HeadLimit = 64 << 10
	s.PoweredBy = "framework"
	if !r.bool("http.poweredBy", true) {
		s.PoweredBy = ""
	}
	s.Observe = r.observe(s.Production())
	if s.Port < 0 || s.Port > 65535 {
		r.fail(&Error{"port", c.Source("port"), "a port number from 0 to 65535", int64(s.Port)})
	}
	return s, r.err
}

type reader struct {
	c   *Config
	err error
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) int(path string, def int) int {
	v, err := r.c.Int(path, def)
	r.note(err)
	return v
}

// count is int for what cannot be below 0.
func (r *reader) count(path string, def int) int {
	n := r.int(path, def)
	if n < 0 {
		r.fail(&Error{path, r.c.Source(path), "0 or more; leave it out for the default", int64(n)})
	}
	return n
}

func (r *reader) string(path, def string) string {
	v, err := r.c.String(path, def)
	r.note(err)
	return v
}

func (r *reader) bool(path string, def bool) bool {
	v, err := r.c.Bool(path, def)
	r.note(err)
	return v
}

// duration is milliseconds for what cannot be below 0.
func (r *reader) duration(path string, def time.Duration) time.Duration {
	return times(r.count(path, int(def/time.Millisecond)), time.Millisecond)
}

func (r *reader) milliseconds(path string, def time.Duration) time.Duration {
	v, err := r.c.Milliseconds(path, def)
	r.note(err)
	return v
}

func (r *reader) note(err error) {
	if err != nil {
		r.fail(err)
	}
}
