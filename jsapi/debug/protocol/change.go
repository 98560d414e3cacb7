package protocol

import (
	"errors"

	"github.com/dop251/goja"
)

// What clients change in a script that waits.

func (s *Session) setVariableValue(r *request) (any, error) {
	var p struct {
		ScopeNumber  int
		VariableName string
		NewValue     argument
		CallFrameID  string
	}
	if err := r.read(&p); err != nil {
		return nil, err
	}
	f, err := s.frame(p.CallFrameID)
	if err != nil {
		return nil, err
	}
	return s.on(f.Agent, func(m *mirror) (any, error) {
		v, err := s.argument(f.Agent, p.NewValue)
		if err != nil {
			return nil, err
		}
		scopes := f.Scopes()
		if p.ScopeNumber < 0 || p.ScopeNumber >= len(scopes) {
			return nil, failed("Could not find scope with given number")
		}
		if err := scopes[p.ScopeNumber].Set(p.VariableName, v); err != nil {
			if ex, ok := errors.AsType[*goja.Exception](err); ok {
				return nil, failed("%s", ex.Value().String()) // without the calls, which are those of the debugger
			}
			return nil, err
		}
		return nil, nil
	})
}

func (s *Session) setReturnValue(r *request) (any, error) {
	var p struct{ NewValue argument }
	if err := r.read(&p); err != nil {
		return nil, err
	}
	at, err := s.halted()
	if err != nil {
		return nil, err
	}
	return s.on(at.Agent, func(*mirror) (any, error) {
		if at.Returned == nil {
			return nil, failed("Could not update return value at non-return position")
		}
		v, err := s.argument(at.Agent, p.NewValue)
		if err == nil {
			at.Returned = v
		}
		return nil, err
	})
}

// restartFrame refuses: goja cannot leave calls that have begun. Pauses say so of each call.
func restartFrame(*Session, *request) (any, error) {
	return nil, failed("Frame cannot be restarted")
}
