package node

import (
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// clientSession is the cache of one connection of a client: the session that it was given, if any, and the function
// that hears of new ones.
type clientSession struct {
	given *tls.ClientSessionState
	heard func(session []byte)
}

// Get is part of tls.ClientSessionCache.
func (s *clientSession) Get(string) (*tls.ClientSessionState, bool) { return s.given, s.given != nil }

// Put is part of tls.ClientSessionCache.
func (s *clientSession) Put(_ string, state *tls.ClientSessionState) {
	if state == nil {
		return
	}
	if b, err := encodeSession(state); err == nil { // without it the next connection makes a new one
		s.heard(b)
	}
}

// encodeSession writes a session: the length of its ticket, the ticket, and what else it needs.
func encodeSession(state *tls.ClientSessionState) ([]byte, error) {
	ticket, rest, err := state.ResumptionState()
	if err != nil {
		return nil, err
	}
	if rest == nil {
		return nil, errors.New("a session that cannot be resumed")
	}
	b, err := rest.Bytes()
	if err != nil {
		return nil, err
	}
	out := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(ticket)+len(b)), uint32(len(ticket))) //nolint:gosec // a ticket is short
	return append(append(out, ticket...), b...), nil
}

// decodeSession reads what encodeSession has written, and returns nil for what is none.
func decodeSession(b []byte) *tls.ClientSessionState {
	if len(b) < 4 || uint64(len(b)-4) < uint64(binary.BigEndian.Uint32(b)) {
		return nil
	}
	end := 4 + int(binary.BigEndian.Uint32(b))
	rest, err := tls.ParseSessionState(b[end:])
	if err != nil {
		return nil
	}
	state, err := tls.NewResumptionState(b[4:end:end], rest)
	if err != nil {
		return nil
	}
	return state
}

// resume lets connections resume sessions: those of a client, whose settings have session and the function heard, or
// those of a server, whose settings have tickets, the secret that all of its connections share.
func (m *netModule) resume(o settings, c *tls.Config) {
	if v, ok := o.get("tickets"); ok {
		c.SetSessionTicketKeys([][32]byte{sha256.Sum256(m.bytes(v.(*goja.Object)))})
		return
	}
	v, _ := o.get("heard")
	heard, ok := goja.AssertFunction(v)
	if !ok {
		return
	}
	enter, s := m.realm.Enqueuer(), &clientSession{}
	s.heard = func(session []byte) {
		enter(func(r *jsapi.Realm) {
			if _, err := heard(goja.Undefined(), r.ToJS(session)); err != nil {
				r.Uncaught(err)
			}
		})
	}
	if b, ok := o.get("session"); ok {
		if of, ok := b.(*goja.Object); ok {
			s.given = decodeSession(append([]byte(nil), m.bytes(of)...))
		}
	}
	c.ClientSessionCache = s
}
