package engineio

import (
	"encoding/json"
	"errors"
	"net/http"

	"framework/sockets/wire"
)

// Refusal is the answer to a request that is not served. Clients get it as
// JSON, {"code":0,"message":"Transport unknown"}; over a WebSocket, where they
// cannot see it, as a status of 400 with the message.
type Refusal struct {
	Status  int
	Code    int
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// The codes of refusals, those of engine.io.
const (
	codeTransport = iota
	codeSession
	codeMethod
	codeRequest
	codeForbidden
	codeRevision
)

func refuse(code int, message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Code: code, Message: message}
}

func forbidden(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return &Refusal{Status: http.StatusForbidden, Code: codeForbidden, Message: "Forbidden"}
}

func (r *Refusal) answer(w http.ResponseWriter, req *http.Request) {
	if wire.IsUpgrade(req) {
		http.Error(w, r.Message, http.StatusBadRequest)
		return
	}
	body, err := json.Marshal(struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}{r.Code, r.Message})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.Status)
	_, _ = w.Write(body)
}
