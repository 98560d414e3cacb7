package inputs

import (
	"slices"

	"framework/engine/config"
)

// Watch is config.watch: whether and how the folder is followed.
type Watch struct {
	On, Poll bool
	// Ignore are globs of files that do not matter.
	Ignore []string
}

// Equal reports whether both say the same.
func (w Watch) Equal(other Watch) bool {
	return w.On == other.On && w.Poll == other.Poll && slices.Equal(w.Ignore, other.Ignore)
}

// ReadWatch reads config.watch: false, or {poll, ignore}; it is on by default.
// The error is a *config.Error.
func ReadWatch(cfg *config.Config) (w Watch, err error) {
	given, _ := cfg.Get("watch")
	switch given {
	case false, "false":
		return w, nil
	case nil, true, "true":
		w.On = true
		return w, nil
	}
	w.On = true
	if w.Poll, err = cfg.Bool("watch.poll", false); err != nil {
		return w, err
	}
	v, _ := cfg.Get("watch.ignore")
	switch v := v.(type) {
	case nil:
	case string:
		w.Ignore = []string{v}
	case []any:
		for _, each := range v {
			s, ok := each.(string)
			if !ok {
				return w, &config.Error{Key: "watch.ignore", Source: cfg.Source("watch.ignore"), Want: "globs", Got: v}
			}
			w.Ignore = append(w.Ignore, s)
		}
	default:
		return w, &config.Error{Key: "watch.ignore", Source: cfg.Source("watch.ignore"), Want: "a list of globs", Got: v}
	}
	return w, nil
}
