package nameserver

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// Failure is the code of an answer without records, such as ENOTFOUND.
type Failure string

func (f Failure) Error() string { return string(f) }

// The codes of failures.
const (
	NoData     Failure = "ENODATA"
	BadQuery   Failure = "EFORMERR"
	ServerFail Failure = "ESERVFAIL"
	NotFound   Failure = "ENOTFOUND"
	NotKnown   Failure = "ENOTIMP"
	Denied     Failure = "EREFUSED"
	BadName    Failure = "EBADNAME"
	BadReply   Failure = "EBADRESP"
	NoServer   Failure = "ECONNREFUSED"
	TimedOut   Failure = "ETIMEOUT"
	Cancelled  Failure = "ECANCELLED"
)

// codes are the failures that servers name. Other numbers count as an answer without records.
var codes = map[dnsmessage.RCode]Failure{
	dnsmessage.RCodeFormatError: BadQuery, dnsmessage.RCodeServerFailure: ServerFail, dnsmessage.RCodeNameError: NotFound,
	dnsmessage.RCodeNotImplemented: NotKnown, dnsmessage.RCodeRefused: Denied,
}

const (
	// shortest is the least time that a server gets.
	shortest = 250 * time.Millisecond
	// longest is the most, however often the time was doubled.
	longest = time.Minute
	// largest is the size of the largest message.
	largest = 64 << 10
)

// Resolver asks servers, one after the other, as often as Tries says; the time that they get doubles with every round.
type Resolver struct {
	Servers []netip.AddrPort
	Timeout time.Duration
	Tries   int
	// Local4 and Local6 are where questions come from; those that are not valid leave it to the system.
	Local4, Local6 netip.Addr
}

// Query returns the records of a name, of all types where the type is dnsmessage.TypeALL. The error is a Failure.
func (r Resolver) Query(ctx context.Context, name string, kind dnsmessage.Type) ([]dnsmessage.Resource, error) {
	lower := strings.TrimSuffix(strings.ToLower(name), ".")
	if lower == "onion" || strings.HasSuffix(lower, ".onion") {
		return nil, NotFound // these names are not for DNS
	}
	q := question{id: uint16(rand.Uint32()), kind: kind} //nolint:gosec // the port is as hard to guess; both come from the system's source
	if err := q.pack(name); err != nil {
		return nil, BadName
	}
	last, wait := NoServer, max(r.Timeout, shortest)
	for range r.Tries {
		for _, server := range r.Servers {
			list, err := r.ask(ctx, &q, server, wait)
			if ctx.Err() != nil {
				return nil, Cancelled
			}
			failed, again := err.(retry) //nolint:errorlint // ask wraps nothing
			if !again {
				return list, err
			}
			last = failed.Failure
		}
		wait = min(2*wait, longest)
	}
	return nil, last
}

// retry is a failure after which the next server is asked.
type retry struct{ Failure }

// question is what servers are asked, and whether over TCP, as soon as one had an answer too large for UDP.
type question struct {
	id     uint16
	kind   dnsmessage.Type
	name   dnsmessage.Name
	packed []byte // behind its length, as TCP has it
	tcp    bool
}

func (q *question) pack(name string) error {
	if !strings.HasSuffix(name, ".") {
		name += "."
	}
	n, err := dnsmessage.NewName(name)
	if err != nil {
		return err
	}
	q.name = n
	b := dnsmessage.NewBuilder(make([]byte, 2, 514), dnsmessage.Header{ID: q.id, RecursionDesired: true})
	if err := b.StartQuestions(); err != nil {
		return err
	}
	if err := b.Question(dnsmessage.Question{Name: n, Type: q.kind, Class: dnsmessage.ClassINET}); err != nil {
		return err
	}
	if q.packed, err = b.Finish(); err == nil {
		binary.BigEndian.PutUint16(q.packed, uint16(len(q.packed)-2)) //nolint:gosec // a name has at most 255 bytes
	}
	return err
}

// ask asks one server, once.
func (r Resolver) ask(ctx context.Context, q *question, server netip.AddrPort, wait time.Duration) ([]dnsmessage.Resource, error) {
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	if !q.tcp {
		b, err := r.exchange(ctx, q, server, "udp")
		if err != nil {
			return nil, err
		}
		list, cut, err := q.read(b)
		if !cut {
			return list, err
		}
		q.tcp = true
	}
	b, err := r.exchange(ctx, q, server, "tcp")
	if err != nil {
		return nil, err
	}
	list, _, err := q.read(b)
	return list, err
}

// exchange sends the question, and returns the message that answers it.
func (r Resolver) exchange(ctx context.Context, q *question, server netip.AddrPort, network string) ([]byte, error) {
	local := r.Local4
	if server.Addr().Is6() {
		local = r.Local6
	}
	d := net.Dialer{}
	if local.IsValid() {
		from := netip.AddrPortFrom(local, 0)
		if d.LocalAddr = net.Addr(net.UDPAddrFromAddrPort(from)); network == "tcp" {
			d.LocalAddr = net.TCPAddrFromAddrPort(from)
		}
	}
	c, err := d.DialContext(ctx, network, server.String())
	if err != nil {
		return nil, failed(err)
	}
	defer context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })()
	defer c.Close()
	if network == "tcp" {
		return overTCP(c, q)
	}
	if _, err := c.Write(q.packed[2:]); err != nil {
		return nil, failed(err)
	}
	b := make([]byte, largest)
	for {
		n, err := c.Read(b)
		if err != nil {
			return nil, failed(err)
		}
		if n > 0 && !q.foreign(b[:n]) {
			return b[:n], nil
		}
	}
}

func overTCP(c net.Conn, q *question) ([]byte, error) {
	if _, err := c.Write(q.packed); err != nil {
		return nil, failed(err)
	}
	var size [2]byte
	if _, err := io.ReadFull(c, size[:]); err != nil {
		return nil, failed(err)
	}
	b := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(c, b); err != nil {
		return nil, failed(err)
	}
	if q.foreign(b) {
		return nil, retry{BadReply}
	}
	return b, nil
}

// failed is the failure of a connection.
func failed(err error) error {
	if t, ok := errors.AsType[net.Error](err); ok && t.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return retry{TimedOut}
	}
	return retry{NoServer}
}
