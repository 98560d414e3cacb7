package library

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"fmt"
	"regexp"

	"github.com/dop251/goja"
	"golang.org/x/crypto/blowfish" //nolint:staticcheck // bcrypt is made of it

	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/pace"
)

//go:embed bcrypt.js
var bcryptSource string

var bcryptProgram = compile.Once("framework:bcrypt.js", bcryptSource, false)

// bcryptText is base64 with the alphabet of bcrypt.
var bcryptText = base64.NewEncoding("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789").WithPadding(base64.NoPadding)

var (
	bcryptSalt = regexp.MustCompile(`^\$2([aby])\$(\d\d)\$([./A-Za-z0-9]{22})`)
	bcryptHash = regexp.MustCompile(`^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$`)
)

// hashPassword returns the hash of a password with a salt in the form of genSalt,
// or of a complete hash; "" if it is neither. golang.org/x/crypto/bcrypt accepts
// no salt, so this implements the algorithm of Provos and Mazières (1999) with
// its cipher. With wraps, long passwords of $2a$ are truncated as in old releases
// of OpenBSD. The error may be that of ctx.
func hashPassword(ctx context.Context, password []byte, salt string, wraps bool) (string, error) {
	m := bcryptSalt.FindStringSubmatch(salt)
	if m == nil {
		return "", nil
	}
	cost := int(m[2][0]-'0')*10 + int(m[2][1]-'0')
	if cost < 4 || cost > 31 {
		return "", nil
	}
	raw, err := bcryptText.DecodeString(m[3])
	if err != nil {
		return "", fmt.Errorf("bcrypt: the salt: %w", err)
	}
	key := append(append([]byte(nil), password...), 0)
	if m[1] == "a" && wraps {
		// Hashes of $2a$ were made with a length of one byte.
		key = key[:len(key)&0xff]
	}
	if len(key) > 72 {
		key = key[:72]
	}
	if len(key) == 0 {
		key = []byte{0}
	}
	c, err := blowfish.NewSaltedCipher(key, raw)
	if err != nil {
		return "", fmt.Errorf("bcrypt: %w", err)
	}
	for round := range uint64(1) << cost {
		if round%16 == 0 { // some milliseconds
			if err := pace.Check(ctx); err != nil {
				return "", fmt.Errorf("bcrypt: %w", err)
			}
		}
		blowfish.ExpandKey(key, c)
		blowfish.ExpandKey(raw, c)
	}
	sum := []byte("OrpheanBeholderScryDoubt")
	for at := 0; at < len(sum); at += 8 {
		for range 64 {
			c.Encrypt(sum[at:at+8], sum[at:at+8])
		}
	}
	return "$2" + m[1] + "$" + m[2] + "$" + bcryptText.EncodeToString(raw) + bcryptText.EncodeToString(sum[:23]), nil
}

// comparePassword reports whether hash is that of password.
func comparePassword(ctx context.Context, password []byte, hash string, wraps bool) (bool, error) {
	if !bcryptHash.MatchString(hash) {
		return false, nil
	}
	got, err := hashPassword(ctx, password, hash, wraps)
	return subtle.ConstantTimeCompare([]byte(got), []byte(hash)) == 1, err
}

// bcrypt replaces the package of that name, which is a native addon, and two
// packages in JavaScript, which would be a hundred times slower.
func bcrypt(kind string) modules.Core {
	return func(r *jsapi.Realm, module *goja.Object) error { return makeBcrypt(r, module, kind) }
}

func makeBcrypt(r *jsapi.Realm, module *goja.Object, kind string) error {
	rt := r.Runtime()
	text := func(v goja.Value) []byte {
		if o, ok := v.(*goja.Object); ok {
			if b, ok := r.Bytes(o); ok {
				return append([]byte(nil), b...)
			}
		}
		return []byte(v.String())
	}
	// Each native takes its arguments and, to run without blocking the loop, a
	// callback.
	native := rt.NewObject()
	add := func(name string, read func(call goja.FunctionCall) func(ctx context.Context) (any, error)) error {
		return native.Set(name, func(call goja.FunctionCall) goja.Value {
			work := read(call)
			if _, ok := goja.AssertFunction(call.Argument(2)); !ok {
				v, err := r.RunSync(work)
				if err != nil {
					panic(r.Error(err))
				}
				return r.ToJS(v)
			}
			return inBackground(r, call.Argument(2), work)
		})
	}
	err := add("hash", func(call goja.FunctionCall) func(ctx context.Context) (any, error) {
		password, salt := text(call.Argument(0)), call.Argument(1).String()
		return func(ctx context.Context) (any, error) { return hashPassword(ctx, password, salt, kind == "bcrypt") }
	})
	if err == nil {
		err = add("compare", func(call goja.FunctionCall) func(ctx context.Context) (any, error) {
			password, hash := text(call.Argument(0)), call.Argument(1).String()
			return func(ctx context.Context) (any, error) { return comparePassword(ctx, password, hash, kind == "bcrypt") }
		})
	}
	if err == nil {
		err = native.Set("salt", func(call goja.FunctionCall) goja.Value {
			raw := make([]byte, 16)
			_, _ = rand.Read(raw) // it never fails, by contract
			return rt.ToValue(fmt.Sprintf("$2%s$%02d$%s", call.Argument(1), call.Argument(0).ToInteger(), bcryptText.EncodeToString(raw)))
		})
	}
	if err == nil {
		err = native.Set("size", func(call goja.FunctionCall) goja.Value { return rt.ToValue(len(text(call.Argument(0)))) })
	}
	if err != nil {
		return err
	}
	program, err := bcryptProgram()
	if err != nil {
		return err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return fmt.Errorf("preparing bcrypt: %w", r.Wrap(err))
	}
	make, ok := goja.AssertFunction(v)
	if !ok {
		return fmt.Errorf("preparing bcrypt: it is no function")
	}
	exports, err := make(goja.Undefined(), native, rt.ToValue(kind))
	if err != nil {
		return fmt.Errorf("preparing bcrypt: %w", r.Wrap(err))
	}
	return module.Set("exports", exports)
}
