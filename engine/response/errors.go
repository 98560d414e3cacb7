package response

import (
	"errors"
	"net/http"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// invalid is an error about invalid values of a record.
type invalid interface {
	error
	Reason() string
	Details() string
	InvalidAttributes() *value.Map
}

// membered is an error that shows further members, in addition to stack and
// message.
type membered interface {
	error
	Members() *value.Map
}

// errorName is what an error is called in front of its message.
func errorName(err error) string {
	var named interface{ Name() string }
	if errors.As(err, &named) {
		return named.Name()
	}
	return "Error"
}

func isMembered(err error) bool {
	var e membered
	return errors.As(err, &e)
}

func isInvalid(err error) bool {
	var e invalid
	return errors.As(err, &e)
}

func isUnavailable(err error) bool {
	var e *orm.UnavailableError
	return errors.As(err, &e)
}

// ErrorValue is what clients see of a Go error: an object of the shape that
// errors have in the release. Call stacks hold the message alone, for the
// frames of the server mean nothing to a project.
func (s *Set) ErrorValue(err error) any {
	var refused invalid
	if errors.As(err, &refused) {
		return s.invalidValue(refused)
	}
	var usage *orm.UsageError
	if errors.As(err, &usage) {
		return s.usageValue(usage)
	}
	if isUnavailable(err) {
		m := s.errorBase(err.Error())
		m.Set("code", "E_UNAVAILABLE")
		m.Set("status", int64(http.StatusServiceUnavailable))
		return m
	}
	var known *router.Error
	if errors.As(err, &known) {
		m := s.errorBase(known.Error())
		if known.Code != "" {
			m.Set("code", known.Code)
		}
		if known.Status != 0 {
			m.Set("status", int64(known.Status))
		}
		s.addMembers(m, err)
		return m
	}
	var more membered
	if errors.As(err, &more) && !s.opts.Switches.ErrorMembers {
		return more.Members()
	}
	m := s.errorBase(err.Error())
	s.addMembers(m, err)
	return m
}

// errorBase holds the members of every error that the release shows.
func (s *Set) errorBase(message string) *value.Map {
	m := value.New(4)
	if s.opts.Switches.ErrorMembers {
		m.Set("stack", "Error: "+message)
		m.Set("message", message)
	}
	return m
}

func (s *Set) addMembers(m *value.Map, err error) {
	var more membered
	if !errors.As(err, &more) {
		return
	}
	for k, v := range more.Members().All() {
		m.Set(k, v)
	}
}

// usageValue shows a call of the data layer that cannot mean anything.
func (s *Set) usageValue(e *orm.UsageError) *value.Map {
	if e.Code != "" {
		return value.Of("code", e.Code, "details", e.Reason)
	}
	if !s.opts.Switches.ErrorMembers {
		return value.Of("error", "E_USAGE", "status", int64(0), "summary", "Invalid usage", "reason", e.Reason)
	}
	message := "[Error (E_USAGE) Invalid usage] " + e.Reason
	return value.Of("_e", value.New(0), "rawStack", message, "message", message, "stack", message)
}

func (s *Set) invalidValue(e invalid) *value.Map {
	model := ""
	var typed *orm.ValidationError
	if errors.As(e, &typed) {
		model = typed.Model
	}
	if !s.opts.Switches.ErrorMembers {
		m := value.Of("error", "E_VALIDATION", "status", int64(400), "summary", e.Reason())
		if model != "" {
			m.Set("model", model)
		}
		m.Set("invalidAttributes", e.InvalidAttributes())
		return m
	}
	m := value.Of("invalidAttributes", e.InvalidAttributes())
	if model != "" {
		m.Set("model", model)
	}
	message := e.Error()
	m.Set("_e", value.New(0))
	m.Set("rawStack", message)
	m.Set("reason", e.Reason())
	m.Set("code", "E_VALIDATION")
	m.Set("status", int64(400))
	m.Set("details", e.Details())
	m.Set("message", message)
	m.Set("stack", message)
	return m
}
