package intrinsics_test

import (
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi/intrinsics"
)

func TestDefine(t *testing.T) {
	rt := goja.New()
	before := len(rt.GlobalObject().GetOwnPropertyNames())
	for _, v := range []int{1, 2} {
		if err := intrinsics.Define(rt, "known", v); err != nil {
			t.Fatal(err)
		}
		found, err := rt.RunString("(function () { return known; })()")
		if err != nil || found.ToInteger() != int64(v) {
			t.Fatalf("known is %v (%v), want %d", found, err, v)
		}
	}
	found, err := rt.RunString("[Object.getOwnPropertyNames(globalThis).length, 'known' in globalThis].join()")
	if err != nil {
		t.Fatal(err)
	}
	if want := rt.ToValue(before).String() + ",false"; found.String() != want {
		t.Fatalf("members of globalThis: %s, want %s", found, want)
	}
}
