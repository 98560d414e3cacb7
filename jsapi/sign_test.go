package jsapi_test

import (
	"testing"

	"framework/jsapi"
)

func TestSign(t *testing.T) {
	i := isolate(t, jsapi.Options{})
	for src, want := range map[string]string{
		"[null, '', false, []].map(Math.sign).join()":                                                                                  "0,0,0,0",
		"['a', {}, undefined, () => 1].map((v) => Math.sign(v)).join()":                                                                "NaN,NaN,NaN,NaN",
		"[Object.is(Math.sign(-0), -0), Object.is(Math.sign('-0'), -0), Math.sign(-3.5), Math.sign('7'), Math.sign(-Infinity)].join()": "true,true,-1,1,-1",
		"try { Math.sign(1n) } catch (e) { e.message }":                                                                                "Cannot convert a BigInt value to a number",
		"Math.sign.name + Math.sign.length":                                                                                            "sign1",
	} {
		if err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := compiled(r, src)
			if err == nil && v.String() != want {
				t.Errorf("%s: got %s, want %s", src, v, want)
			}
			return err
		}); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
