package node

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/dop251/goja"
	"github.com/gorilla/websocket"

	"framework/engine/value"
)

const (
	// maxMessage bounds a message that a WebSocket receives, in bytes.
	maxMessage = 128 << 20
	// closingTime is how long the other side has to answer a close frame.
	closingTime = 3 * time.Second
)

// webSocket is the connection of a WebSocket of JavaScript, which reads one message
// after the other, and writes one at a time.
type webSocket struct {
	*websocket.Conn
	release func()
}

// webSocketNatives are open(options, done), read(socket, done), write(socket, binary,
// bytes, done), close(socket, code, reason, done) and drop(socket).
func (m *netModule) webSocketNatives() map[string]any {
	of := func(call goja.FunctionCall) *webSocket { return call.Argument(0).Export().(*webSocket) }
	return map[string]any{
		"open": func(call goja.FunctionCall) goja.Value {
			o := m.settings(call.Argument(0))
			target, protocols, headers := o.text("url"), o.list("protocols"), headersFrom(o.list("headers"))
			ctx, cancel := context.WithCancel(m.realm.Lifetime())
			m.later(call.Argument(1), func() (any, error) {
				defer cancel()
				return m.openWebSocket(ctx, target, protocols, headers, &tls.Config{InsecureSkipVerify: o.insecure()}) //nolint:gosec // as the environment asks
			})
			return m.realm.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
				cancel()
				return goja.Undefined()
			})
		},
		"read": func(call goja.FunctionCall) goja.Value {
			ws := of(call)
			return m.later(call.Argument(1), func() (any, error) { return ws.next(), nil })
		},
		"write": func(call goja.FunctionCall) goja.Value {
			ws, kind, b := of(call), websocket.TextMessage, append([]byte(nil), m.bytes(call.Argument(2))...)
			if call.Argument(1).ToBoolean() {
				kind = websocket.BinaryMessage
			}
			return m.later(call.Argument(3), func() (any, error) { return nil, ws.WriteMessage(kind, b) })
		},
		"close": func(call goja.FunctionCall) goja.Value {
			ws, code, reason := of(call), int(call.Argument(1).ToInteger()), call.Argument(2).String()
			return m.later(call.Argument(3), func() (any, error) {
				_ = ws.SetReadDeadline(time.Now().Add(closingTime)) // a closed connection ends the read as well
				return nil, ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(closingTime))
			})
		},
		"drop": func(call goja.FunctionCall) goja.Value {
			ws := of(call)
			ws.release()
			_ = ws.Close() // the last read has said what was wrong
			return goja.Undefined()
		},
	}
}

func (m *netModule) openWebSocket(ctx context.Context, target string, protocols []string, headers http.Header, secure *tls.Config) (any, error) {
	dialer := websocket.Dialer{
		Subprotocols: protocols, TLSClientConfig: secure, EnableCompression: true,
		NetDialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			n, err := strconv.ParseInt(port, 10, 64)
			if err != nil {
				return nil, err
			}
			return m.dial(ctx, host, n, "", 0, nil)
		},
	}
	conn, res, err := dialer.DialContext(ctx, target, headers) //nolint:bodyclose // the connection has it
	if err != nil {
		if errors.Is(err, websocket.ErrBadHandshake) {
			return nil, &netFailure{"", "Received network error or non-101 status code.", nil, err}
		}
		return nil, networkFailure("connect", "", err)
	}
	limit := int64(maxMessage)
	if most := m.realm.MemoryLimit(); most > 0 {
		limit = min(limit, most)
	}
	conn.SetReadLimit(limit)
	ws := &webSocket{Conn: conn}
	ws.release = m.open.add(conn.Close)
	return value.Of("socket", handle{ws}, "protocol", conn.Subprotocol(), "extensions", res.Header.Get("Sec-WebSocket-Extensions")), nil
}

// next reads a message: its data and whether it is binary, or the code, the reason and
// whether the other side has closed the connection as it should.
func (ws *webSocket) next() *value.Map {
	kind, b, err := ws.ReadMessage()
	if err == nil {
		return value.Of("data", b, "binary", kind == websocket.BinaryMessage)
	}
	ws.release()
	_ = ws.Close() // it is over
	if e, ok := errors.AsType[*websocket.CloseError](err); ok && e.Code != websocket.CloseAbnormalClosure {
		return value.Of("code", e.Code, "reason", e.Text, "clean", true)
	}
	failed := !websocket.IsCloseError(err, websocket.CloseAbnormalClosure)
	return value.Of("code", websocket.CloseAbnormalClosure, "reason", "", "clean", false, "failed", failed, "message", err.Error())
}
