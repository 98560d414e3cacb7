package web

import (
	"errors"
	"net/http"
	"sync/atomic"

	"framework/engine/budget"
	"framework/router"
)

// Held is what one request has of a budget, until it is answered. It is safe for
// concurrent use. A nil Held holds nothing.
type Held struct {
	Budget *budget.Budget
	bytes  atomic.Int64
}

// take is refused where too much is being read.
func (h *Held) take(bytes int64) error {
	if h == nil {
		return nil
	}
	if !h.Budget.Take(bytes) {
		return busy("E_PARSE_BUDGET", "The server is reading as many bodies as it may (setting http.parseBudget).")
	}
	h.bytes.Add(bytes)
	return nil
}

// Release gives back all that is held.
func (h *Held) Release() { h.Budget.Give(h.bytes.Swap(0)) }

// busy is the answer to a body that is more than the server takes just now.
func busy(code, why string) *router.Error {
	return &router.Error{Status: http.StatusServiceUnavailable, Code: code, Message: why + " Try again in a moment."}
}

// spent is the answer where err says that too much is being received; nil else.
// What still comes of the body is not read.
func spent(w http.ResponseWriter, err error) error {
	if !errors.Is(err, budget.ErrSpent) {
		return nil
	}
	w.Header().Set("Connection", "close")
	return busy("E_RECEIVE_BUDGET", "The server is receiving as many bodies as it may (setting http.receiveBudget).")
}
