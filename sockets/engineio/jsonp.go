package engineio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// wrapScript makes the script that hands a payload to the client's callback
// of the given index.
func wrapScript(index int, payload []byte) ([]byte, error) {
	text, err := json.Marshal(string(payload)) // also escapes what scripts must not hold
	if err != nil {
		return nil, err
	}
	body := append([]byte("___eio["), strconv.Itoa(index)...)
	body = append(body, "]("...)
	body = append(body, text...)
	return append(body, ");"...), nil
}

// unwrapForm returns the payload in the form field d of a POST. Other fields are
// not kept.
func unwrapForm(body []byte) ([]byte, error) {
	for pair := range strings.SplitSeq(string(body), "&") {
		name, text, _ := strings.Cut(pair, "=")
		if name != "d" {
			continue
		}
		value, err := url.QueryUnescape(text)
		if err != nil || strings.Contains(text, ";") {
			break
		}
		return unescapeLines(value), nil
	}
	return nil, fmt.Errorf("%w: the form has no field d", ErrPacket)
}

// unescapeLines undoes how clients bring line breaks through a form: a line
// break is written \n, and what was \n before is written \\n.
func unescapeLines(text string) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(text)))
	for i := 0; i < len(text); i++ {
		switch {
		case i+2 < len(text) && text[i:i+3] == `\\n`:
			out.WriteString(`\n`)
			i += 2
		case i+1 < len(text) && text[i:i+2] == `\n`:
			out.WriteByte('\n')
			i++
		default:
			out.WriteByte(text[i])
		}
	}
	return out.Bytes()
}
