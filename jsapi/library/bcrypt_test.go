package library_test

import (
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	xbcrypt "golang.org/x/crypto/bcrypt"

	"framework/jsapi"
	"framework/jsapi/library"
)

// evaluate runs the body of an async function of bcrypt.
func evaluate(t *testing.T, body string) (any, error) {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(t.Context())
	return iso.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		rt := r.Runtime()
		module := rt.NewObject()
		err := library.Natives(library.NewLimits())["bcrypt"](r, module)
		if err == nil {
			err = rt.Set("bcrypt", module.Get("exports"))
		}
		if err == nil {
			err = rt.Set("settle", func(call goja.FunctionCall) goja.Value {
				if goja.IsNull(call.Argument(0)) {
					op.Settle(call.Argument(1).Export(), nil)
				} else {
					op.Settle(nil, r.GoError(call.Argument(0)))
				}
				return goja.Undefined()
			})
		}
		if err == nil {
			_, err = rt.RunString("(async () => {" + body + "})().then(v => settle(null, v), e => settle(e))")
		}
		if err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
}

func TestBcrypt(t *testing.T) {
	// Vectors of the OpenBSD and jBCrypt test suites, and hashes that the npm
	// module made.
	for _, tt := range []struct{ body, want string }{
		{`return bcrypt.hashSync('', '$2a$06$DCq7YPn5Rq63x1Lad4cll.')`, "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."},
		{`return bcrypt.hashSync('abc', '$2a$06$If6bvum7DFjUnE9p2uDeDu')`, "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"},
		{`return bcrypt.hash('a', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO')`, "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe"},
		{`return String(bcrypt.compareSync('abc', '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'))`, "true"},
		{`return String(await bcrypt.compare('abd', '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'))`, "false"},
		{`return String(await bcrypt.compare('abc', 'no hash'))`, "false"},
		{`return String(bcrypt.getRounds(await bcrypt.hash('x', 5)))`, "5"},
		{`return bcrypt.genSaltSync(4).slice(0, 7) + (await bcrypt.genSalt(12, 'a')).slice(0, 7) + bcrypt.genSaltSync().length`, "$2b$04$$2a$12$29"},
		{`return new Promise((res, rej) => bcrypt.genSalt(4, (e, salt) => bcrypt.hash('käse', salt, (e, hash) => bcrypt.compare('käse', hash, (e, same) => res(String(same))))))`, "true"},
		{`return bcrypt.hash('x').then(() => 'hashed', e => e.message)`, "data and salt arguments required"},
		{`return new Promise(res => bcrypt.hash('x', 'salt', (e, h) => res(e.message)))`, "Invalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue"},
		{`try { bcrypt.getRounds('nothing') } catch (e) { return e.message }`, "invalid hash provided"},
	} {
		got, err := evaluate(t, tt.body)
		if err != nil || got != tt.want {
			t.Errorf("%s: %v, %v; want %s", tt.body, got, err, tt.want)
		}
	}
}

func TestBcryptAgreesWithGo(t *testing.T) {
	for _, password := range []string{"a", "correct horse battery staple", "grüße", strings.Repeat("long ", 14)} {
		want, err := xbcrypt.GenerateFromPassword([]byte(password), 4)
		if err != nil {
			t.Fatal(err)
		}
		got, err := evaluate(t, "return String(bcrypt.compareSync('"+password+"', '"+string(want)+"'))")
		if err != nil || got != "true" {
			t.Errorf("%q does not fit the hash of Go: %v %v", password, got, err)
		}
		hash, err := evaluate(t, "return bcrypt.hashSync('"+password+"', 4)")
		if err != nil || xbcrypt.CompareHashAndPassword([]byte(hash.(string)), []byte(password)) != nil {
			t.Errorf("Go does not take the hash of %q: %v %v", password, hash, err)
		}
	}
}

// TestBcryptEnds: a cost of 31 takes days. The turn that waits for it is interrupted, and other passwords are hashed beside
// it.
func TestBcryptEnds(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{TurnLimit: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(t.Context())
	bcrypt := func(r *jsapi.Realm, text string) error {
		module := r.Runtime().NewObject()
		if err := library.Natives(library.NewLimits())["bcrypt"](r, module); err != nil {
			return err
		}
		if err := r.Runtime().Set("bcrypt", module.Get("exports")); err != nil {
			return err
		}
		_, err := r.Runtime().RunString(text)
		return err
	}
	if err := iso.Do(t.Context(), func(r *jsapi.Realm) error { return bcrypt(r, "bcrypt.hashSync('x', 31)") }); err == nil {
		t.Error("hashSync is not interrupted")
	}
	if _, err := iso.Begin(t.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		err := r.Runtime().Set("settle", func() { op.Settle(nil, nil) })
		if err == nil {
			err = bcrypt(r, "for (let i = 0; i < 8; i++) bcrypt.hash('x', 31, () => {}); bcrypt.hash('x', 4, settle)")
		}
		if err != nil {
			op.Settle(nil, err)
		}
	}).Wait(); err != nil {
		t.Error(err)
	}
}

func TestAddonsSayWhatToUse(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(t.Context())
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		return library.Natives(library.NewLimits())["canvas"](r, r.Runtime().NewObject())
	})
	if err == nil || !strings.Contains(err.Error(), "the module canvas is compiled for Node") || !strings.Contains(err.Error(), "use pureimage") {
		t.Errorf("got %v", err)
	}
}
