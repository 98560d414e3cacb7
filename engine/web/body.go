package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"framework/engine/ordered"
	"framework/engine/web/qs"
	"framework/router"
)

// uploadMemory is how many bytes of uploaded files stay in memory; larger ones
// go to temporary files.
const uploadMemory = 1 << 20

// BodyLimits bound what a request may send, in bytes.
type BodyLimits struct {
	// Body bounds JSON, form and other bodies, and the text of multipart ones.
	Body int64
	// Upload bounds a multipart body as a whole.
	Upload int64
}

// bodyError is the answer to a body that cannot be read.
func bodyError(err error) error {
	return &router.Error{
		Status: http.StatusBadRequest, Code: "E_BODY",
		Message: "Unable to parse HTTP body- error occurred :: " + err.Error(),
	}
}

// readBody parses the body of r: nil for methods that carry none, else an
// object or an array. Files of a multipart body are left in the form.
func readBody(w http.ResponseWriter, r *http.Request, limits BodyLimits) (any, *multipart.Form, error) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return nil, nil, nil
	}
	if r.ContentLength == 0 || r.Body == nil {
		return ordered.New(0), nil, nil
	}
	mediaType, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		mediaType = ""
	}
	if mediaType == "multipart/form-data" {
		return readMultipart(w, r, params["boundary"], limits)
	}
	if r.ContentLength > limits.Body {
		w.Header().Set("Connection", "close")
		return nil, nil, bodyError(fmt.Errorf("the body has %d bytes, the limit is %d", r.ContentLength, limits.Body))
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limits.Body))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			err = fmt.Errorf("the body is longer than the limit of %d bytes", limits.Body)
		}
		return nil, nil, bodyError(err)
	}
	if len(text) == 0 {
		return ordered.New(0), nil, nil
	}
	switch {
	case mediaType == "application/x-www-form-urlencoded":
		form, err := qs.Parse(string(text))
		return form, nil, err
	case mediaType == "application/json" || strings.HasSuffix(mediaType, "+json"):
		body, err := readJSON(text)
		if err != nil {
			return nil, nil, bodyError(err)
		}
		return body, nil, nil
	}
	// Anything else may be JSON under a wrong name; if not, there is no body.
	if body, err := readJSON(text); err == nil {
		return body, nil, nil
	}
	return ordered.New(0), nil, nil
}

// readJSON reads an object or an array; nothing else is a body.
func readJSON(text []byte) (any, error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	v, err := ordered.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("invalid JSON: %w", err)
	}
	switch v.(type) {
	case *ordered.Map, []any:
		return v, nil
	}
	return nil, errors.New("invalid JSON: the top level is neither an object nor an array")
}

func readMultipart(w http.ResponseWriter, r *http.Request, boundary string, limits BodyLimits) (any, *multipart.Form, error) {
	if boundary == "" {
		return nil, nil, bodyError(errors.New("the multipart body names no boundary"))
	}
	r.Body = http.MaxBytesReader(w, r.Body, limits.Upload)
	form, err := multipart.NewReader(r.Body, boundary).ReadForm(min(uploadMemory, limits.Upload))
	if err != nil {
		return nil, nil, bodyError(err)
	}
	body := ordered.New(len(form.Value))
	for name, values := range form.Value {
		if len(values) == 1 {
			body.Set(name, values[0])
			continue
		}
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		body.Set(name, list)
	}
	return body, form, nil
}
