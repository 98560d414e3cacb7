package node

import (
	"context"
	"net"
	"strconv"
	"sync"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// datagrams is a socket of UDP. JavaScript asks for one datagram at a time.
type datagrams struct {
	*net.UDPConn
	release func()
	reading sync.Mutex
	buffer  []byte
}

// maxDatagram is the size of the largest datagram.
const maxDatagram = 64 << 10

// dgramNatives are bind(options, done), receive(socket, done), send(socket, to, bytes,
// done), resolve(to, done), buffer(socket, receiving, bytes) and close(socket).
func (m *netModule) dgramNatives() map[string]any {
	of := func(call goja.FunctionCall) *datagrams { return call.Argument(0).Export().(*datagrams) }
	return map[string]any{
		"bind": func(call goja.FunctionCall) goja.Value {
			o := m.settings(call.Argument(0))
			network, where := o.text("type"), net.JoinHostPort(o.text("address"), o.text("port"))
			receive, send, lc := int(o.int("receive")), int(o.int("send")), net.ListenConfig{}
			if o.flag("reuse") {
				lc.Control = reuseAddress
			}
			return m.later(call.Argument(1), func() (any, error) {
				c, err := lc.ListenPacket(m.realm.Lifetime(), network, where)
				if err != nil {
					return nil, networkFailure("bind", where, err)
				}
				d := &datagrams{UDPConn: c.(*net.UDPConn)} // what these networks have
				if receive > 0 {
					_ = d.SetReadBuffer(receive) // the system has its limits
				}
				if send > 0 {
					_ = d.SetWriteBuffer(send) // the same
				}
				d.release = m.open.add(d.Close)
				return value.Of("socket", handle{d}, "address", udpAddress(d.LocalAddr().(*net.UDPAddr), network)), nil
			})
		},
		"receive": func(call goja.FunctionCall) goja.Value {
			d := of(call)
			return m.later(call.Argument(1), func() (any, error) {
				d.reading.Lock()
				defer d.reading.Unlock()
				if d.buffer == nil {
					d.buffer = make([]byte, maxDatagram)
				}
				n, from, err := d.ReadFromUDP(d.buffer)
				if err != nil {
					return nil, networkFailure("recvmsg", "", err)
				}
				return value.Of("data", append([]byte{}, d.buffer[:n]...), "from", udpAddress(from, "")), nil
			})
		},
		"send": func(call goja.FunctionCall) goja.Value {
			d, o, b := of(call), m.settings(call.Argument(1)), append([]byte(nil), m.bytes(call.Argument(2))...)
			network, host, port := o.text("type"), o.text("address"), o.text("port")
			ctx := m.realm.Lifetime()
			return m.later(call.Argument(3), func() (any, error) {
				to, err := resolveUDP(ctx, network, host, port)
				if err == nil {
					_, err = d.WriteToUDP(b, to)
				}
				return nil, networkFailure("send", net.JoinHostPort(host, port), err)
			})
		},
		"resolve": func(call goja.FunctionCall) goja.Value {
			o := m.settings(call.Argument(0))
			network, host, port := o.text("type"), o.text("address"), o.text("port")
			ctx := m.realm.Lifetime()
			return m.later(call.Argument(1), func() (any, error) {
				to, err := resolveUDP(ctx, network, host, port)
				if err != nil {
					return nil, networkFailure("connect", net.JoinHostPort(host, port), err)
				}
				return udpAddress(to, network), nil
			})
		},
		"buffer": func(call goja.FunctionCall) goja.Value {
			d, n := of(call), int(call.Argument(2).ToInteger())
			set := d.SetWriteBuffer
			if call.Argument(1).ToBoolean() {
				set = d.SetReadBuffer
			}
			if err := set(n); err != nil {
				panic(m.realm.Error(networkFailure("setsockopt", "", err)))
			}
			return goja.Undefined()
		},
		"close": func(call goja.FunctionCall) goja.Value {
			d := of(call)
			d.release()
			_ = d.Close() // it is not used any more
			return goja.Undefined()
		},
	}
}

// resolveUDP finds the address of a host, that of this machine if it is empty.
func resolveUDP(ctx context.Context, network, host, port string) (*net.UDPAddr, error) {
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	six := network == "udp6"
	if host == "" {
		if six {
			return &net.UDPAddr{IP: net.IPv6loopback, Port: n}, nil
		}
		return &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: n}, nil
	}
	family := "ip4"
	if six {
		family = "ip6"
	}
	ips, err := net.DefaultResolver.LookupIP(ctx, family, host)
	if err != nil {
		return nil, err
	}
	return &net.UDPAddr{IP: ips[0], Port: n}, nil
}

func udpAddress(a *net.UDPAddr, network string) *value.Map {
	fam := family(a.IP)
	if network == "udp6" {
		fam = "IPv6"
	}
	return value.Of("address", a.IP.String(), "family", fam, "port", a.Port)
}
