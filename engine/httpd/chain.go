package httpd

import (
	"framework/engine/observe"
	"framework/router"
)

// joiner is a handler that can be made one with the handler behind it.
type joiner interface {
	Join(next router.Handler) (router.Handler, bool)
}

func join(front, next router.Handler) (router.Handler, bool) {
	if j, ok := front.(joiner); ok {
		return j.Join(next)
	}
	return nil, false
}

// Chain asks handlers in order until one answers.
func Chain(handlers ...router.Handler) router.Handler {
	joined := handlers[:1:1]
	for _, h := range handlers[1:] {
		last := len(joined) - 1
		if both, ok := join(joined[last], h); ok {
			joined[last] = both
			continue
		}
		joined = append(joined, h)
	}
	if len(joined) == 1 {
		return joined[0]
	}
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for i, h := range joined {
			if i > 0 && i == len(joined)-1 && x.Record != nil && x.Binding != nil {
				// Policies were in front. A function of the project names itself when it runs.
				x.Record.Step(observe.Action, x.Binding.Target, "")
			}
			if v, err := h.Serve(x); err != nil || v == router.Answered {
				return v, err
			}
		}
		return router.Pass, nil
	})
}
