package nameserver

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

func TestSettingsOfTheSystem(t *testing.T) {
	s := parse("# a comment\nnameserver 192.0.2.1 ; first\nnameserver fe80::1%eth0\nnameserver x\noptions ndots:2 timeout:3 timeout:x\nsearch a b\n")
	want := []netip.AddrPort{netip.MustParseAddrPort("192.0.2.1:53"), netip.MustParseAddrPort("[fe80::1%eth0]:53")}
	if !slices.Equal(s.Servers, want) || s.Timeout != 3*time.Second {
		t.Errorf("got %v", s)
	}
	if s := parse(""); len(s.Servers) != 0 || s.Timeout != 2*time.Second {
		t.Errorf("got %v", s)
	}
}

func TestFilesOfTheSystem(t *testing.T) {
	hosts := "127.0.0.1 localhost # this machine\n::1 localhost ip6-localhost\n192.0.2.1\n127.0.0.1 other\n"
	if got := named(hosts, netip.MustParseAddr("::ffff:127.0.0.1")); !slices.Equal(got, []string{"localhost", "other"}) {
		t.Errorf("got %v", got)
	}
	services := "domain 53/udp\ndomain 53/tcp # names\nhttp 80/tcp www\n"
	for port, want := range map[int]string{53: "domain", 80: "http", 81: "81"} {
		if got := service(services, port); got != want {
			t.Errorf("%d: got %s", port, got)
		}
	}
	for address, want := range map[string]string{
		"192.0.2.7": "7.2.0.192.in-addr.arpa", "2001:db8::7": "7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
	} {
		if got := Reversed(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: got %s", address, got)
		}
	}
}

func TestQueryEndsWithItsContext(t *testing.T) {
	c, err := net.ListenPacket("udp", "127.0.0.1:0") //nolint:noctx // of this test
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _, _ = c.ReadFrom(make([]byte, 512))
		cancel()
	}()
	r := Resolver{Servers: []netip.AddrPort{netip.MustParseAddrPort(c.LocalAddr().String())}, Timeout: time.Hour, Tries: 4}
	if _, err := r.Query(ctx, "x.test", dnsmessage.TypeA); err != Cancelled { //nolint:errorlint // a value
		t.Errorf("got %v", err)
	}
}

func FuzzAnswer(f *testing.F) {
	q := question{id: 7, kind: dnsmessage.TypeALL}
	if err := q.pack("x.test"); err != nil {
		f.Fatal(err)
	}
	f.Add(q.packed[2:])
	f.Add([]byte{0, 7, 0x81, 0x80, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 3, 0, 1, 'a'})
	f.Fuzz(func(_ *testing.T, b []byte) {
		if q.foreign(b) {
			return
		}
		list, _, _ := q.read(b)
		for _, r := range list {
			if u, ok := r.Body.(*dnsmessage.UnknownResource); ok {
				_, _ = ReadAuthority(u.Data)
				_, _ = ReadPointer(u.Data)
			}
		}
	})
}
