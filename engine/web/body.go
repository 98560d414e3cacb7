package web

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"framework/engine/budget"
	"framework/engine/value"
	"framework/engine/web/qs"
	"framework/router"
)

// BodyLimits bound what a request may send, in bytes.
type BodyLimits struct {
	// Body bounds JSON, form and other bodies, and the text of multipart ones.
	Body int64
	// Upload bounds a multipart body as a whole. 0 bounds only the files that
	// are not claimed yet, by DefaultUploadLimit.
	Upload int64
	// Values is how many values a JSON body may have, those in others included; 0
	// for no limit.
	Values int
	// Held is what the request takes of the budget of all; nil for nothing.
	Held *Held
	// Receiving is shared by all bodies that are still coming in; nil for no bound.
	Receiving *budget.Budget
	// Timeout is how long a client may take before it has to send at a minimum
	// rate; 0 for no limit.
	Timeout time.Duration
}

// DefaultValues is the limit of values of a project that does not name one: one for
// every 8 bytes that a body may have, at least 10,000.
func DefaultValues(body int64) int { return max(10_000, int(body/8)) }

// BodyErrorCode is the code of the errors of ReadBody.
const BodyErrorCode = "E_BODY"

// bodyError is the answer to a body that cannot be read.
func bodyError(err error) error {
	return &router.Error{
		Status: http.StatusBadRequest, Code: BodyErrorCode,
		Message: "Unable to parse HTTP body- error occurred :: " + err.Error(),
	}
}

// readBody parses the body of r: nil for methods that carry none, else an
// object or an array.
func readBody(w http.ResponseWriter, r *http.Request, limits BodyLimits) (any, *Upload, error) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil, nil, nil
	}
	if r.ContentLength == 0 || r.Body == nil {
		return value.New(0), nil, nil
	}
	if len(r.TransferEncoding) > 0 {
		// A proxy in front may have gone by a length that net/http dropped: what
		// follows on this connection is not to be believed.
		w.Header().Set("Connection", "close")
	}
	done := pace(w, r, limits.Timeout)
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		mediaType = ""
	}
	if mediaType == "multipart/form-data" {
		return readMultipart(w, r, params["boundary"], limits, done)
	}
	defer done()
	if r.ContentLength > limits.Body {
		return nil, nil, bodyError(fmt.Errorf("the body has %d bytes, the limit is %d", r.ContentLength, limits.Body))
	}
	text, err := readText(http.MaxBytesReader(w, r.Body, limits.Body), r.Header.Get("Content-Encoding"), r.ContentLength, limits)
	if err != nil {
		if refused := spent(w, err); refused != nil {
			return nil, nil, refused
		}
		if slow := tooSlow(w, err); slow != nil {
			return nil, nil, slow
		}
		return nil, nil, bodyError(err)
	}
	if len(text) == 0 {
		return value.New(0), nil, nil
	}
	if err := limits.Held.take(int64(len(text))); err != nil {
		return nil, nil, err
	}
	if charset := params["charset"]; !readable(mediaType, charset) {
		return nil, nil, bodyError(fmt.Errorf("the charset %q is not supported: send UTF-8", charset))
	}
	switch {
	case mediaType == "application/x-www-form-urlencoded":
		form, err := qs.ParseForm(string(text))
		if err != nil {
			return nil, nil, bodyError(err)
		}
		return form, nil, nil
	case mediaType == "application/json" || strings.HasSuffix(mediaType, "+json"):
		body, err := readJSON(text, limits.Values)
		if err != nil {
			return nil, nil, bodyError(err)
		}
		return body, nil, nil
	}
	// Anything else may be JSON under a wrong name; if not, there is no body.
	if body, err := readJSON(text, limits.Values); err == nil {
		return body, nil, nil
	}
	return value.New(0), nil, nil
}

// readable reports whether a body of that type is in an encoding that is read.
// Other types than these say nothing about their text.
func readable(mediaType, charset string) bool {
	if mediaType != "application/x-www-form-urlencoded" && mediaType != "application/json" {
		return true
	}
	return charset == "" || strings.EqualFold(charset, "utf-8")
}

// readText undoes the encoding of a body, which may not have more bytes than
// limits say before or after, and length before unless that is below 0.
func readText(body io.Reader, encoding string, length int64, limits BodyLimits) (text []byte, err error) {
	switch strings.ToLower(encoding) {
	case "", "identity":
		if length > 0 {
			return limits.Receiving.ReadAll(body, int(length))
		}
	case "gzip":
		body, err = gzip.NewReader(body)
	case "deflate":
		body, err = zlib.NewReader(body)
	default:
		err = fmt.Errorf("unsupported content encoding %q", encoding)
	}
	if err == nil {
		text, err = limits.Receiving.ReadAll(io.LimitReader(body, limits.Body+1), -1)
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) || int64(len(text)) > limits.Body {
		return nil, fmt.Errorf("the body is longer than the limit of %d bytes", limits.Body)
	}
	return text, err
}

// readJSON reads an object or an array; nothing else is a body.
func readJSON(text []byte, values int) (any, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	v, err := value.ParseUntrusted(text, value.Limits{Values: values})
	var many *value.TooManyError
	switch {
	case errors.As(err, &many):
		return nil, fmt.Errorf("it has %w (setting http.bodyValues)", many)
	case errors.Is(err, value.ErrStructure):
		return nil, fmt.Errorf("it has %w", err)
	case err != nil:
		return nil, fmt.Errorf("invalid JSON: %w", err)
	}
	switch v.(type) {
	case *value.Map, []any:
		return v, nil
	}
	return nil, errors.New("invalid JSON: the top level is neither an object nor an array")
}

// validText replaces what is no UTF-8.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
