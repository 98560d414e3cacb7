package legacyio_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/sockets/legacyio"
)

func TestDecodePayload(t *testing.T) {
	for _, test := range []struct {
		body string
		want []legacyio.Packet // nil when it is refused
	}{
		{"2::", []legacyio.Packet{{Kind: legacyio.KindHeartbeat}}},
		{"1::/test?my=param", []legacyio.Packet{{Kind: legacyio.KindConnect, Endpoint: "/test?my=param"}}},
		{"3:1::blabla:x", []legacyio.Packet{{Kind: legacyio.KindMessage, ID: "1", Data: "blabla:x"}}},
		{`5:1+::{"name":"a"}`, []legacyio.Packet{{Kind: legacyio.KindEvent, ID: "1", WantData: true, Data: `{"name":"a"}`}}},
		{"6:::4+[1]", []legacyio.Packet{{Kind: legacyio.KindAck, Data: "4+[1]"}}},
		{"\ufffd3\ufffd2::\ufffd6\ufffd3:::😀", []legacyio.Packet{{Kind: legacyio.KindHeartbeat}, {Kind: legacyio.KindMessage, Data: "😀"}}},
		{"", nil},
		{"9::", nil},
		{"abc", nil},
		{"5:x::", nil},
		{"3:::\xff", nil},
		{"\ufffd9\ufffd2::", nil},
		{"\ufffdx\ufffd2::", nil},
		{"\ufffd-1\ufffd2::", nil},
		{"\ufffd3\ufffd2::garbage", nil},
		{"\ufffd99999999999999999999\ufffd2::", nil},
		{"5:" + strings.Repeat("1", 30) + "::", nil},
	} {
		got, err := legacyio.DecodePayload([]byte(test.body))
		if (err != nil) != (test.want == nil) || err != nil && !errors.Is(err, legacyio.ErrPacket) {
			t.Errorf("%q: %v", test.body, err)
		} else if diff := cmp.Diff(test.want, got); err == nil && diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.body, diff)
		}
	}
}

// FuzzDecodePayload holds that a packet that is understood is understood the
// same after it was written again.
func FuzzDecodePayload(f *testing.F) {
	f.Add("2::")
	f.Add(`5:1+:/x:{"name":"a"}`)
	f.Add("\ufffd3\ufffd2::\ufffd6\ufffd3:::😀")
	f.Fuzz(func(t *testing.T, body string) {
		packets, err := legacyio.DecodePayload([]byte(body))
		if err != nil {
			if !errors.Is(err, legacyio.ErrPacket) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		for _, p := range packets {
			again, err := legacyio.Decode(p.String())
			if err != nil || again != p {
				t.Fatalf("%+v was written as %q: %+v, %v", p, p, again, err)
			}
		}
	})
}

// FuzzDecode: a packet that can be read is written and read again as it is.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"2::", `5:1+:/x:{"name":"a"}`, "3:::a", "6:::1+[2]", "", "1::/x?y=1", "9::", "4:+::"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := legacyio.Decode(text)
		if err != nil {
			if !errors.Is(err, legacyio.ErrPacket) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		if again, err := legacyio.Decode(p.String()); err != nil || again != p {
			t.Errorf("%q is %+v, which was written as %q: %+v, %v", text, p, p.String(), again, err)
		}
	})
}
