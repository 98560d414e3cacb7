package library

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// advice names the replacements of packages that are compiled for Node.
var advice = map[string]string{
	"canvas":     "use pureimage, which is JavaScript",
	"couchbase":  "use its REST interface by http",
	"deasync":    "use async and await",
	"farmhash":   "use crypto.createHash",
	"grpc":       "use @grpc/grpc-js, which is JavaScript",
	"iconv":      "use iconv-lite, which is JavaScript",
	"leveldown":  "use a model with the built-in SQLite store",
	"libxmljs":   "use fast-xml-parser or xml2js, which are JavaScript",
	"node-expat": "use sax, which is JavaScript",
	"node-sass":  "use sass, which is JavaScript",
	"oracledb":   "use a server that speaks PostgreSQL or MySQL",
	"pg-native":  "use pg without it",
	"scrypt":     "use crypto.scrypt, which is built in",
	"serialport": "run it in a process of its own, by child_process",
	"unix-dgram": "use net",
	"zeromq":     "run it in a process of its own, by child_process",
}

// builtIn are the packages that are implemented here.
func builtIn() []string {
	return append([]string{"bcrypt", "bcryptjs", "bcrypt-nodejs", rsbuildName, sharpName, argon2Name, betterName, sqlite3Name}, clsNames...)
}

// BuiltIn reports whether an installed package of that name is not used, because it is
// implemented here.
func BuiltIn(name string) bool { return slices.Contains(builtIn(), name) }

// Instead says what to use instead of a package that is compiled for Node, "" for a
// package that is not known as one.
func Instead(name string) string { return advice[name] }

// Natives returns replacements of packages that are compiled for Node, or depend on how
// it works inside, and cannot be loaded: built-in implementations, or an error that names another package.
// They have precedence over installed packages. The limits are those of all that get the same ones.
func Natives(l *Limits) map[string]modules.Core {
	out := map[string]modules.Core{}
	for _, name := range []string{"bcrypt", "bcryptjs", "bcrypt-nodejs"} {
		out[name] = bcrypt(name)
	}
	out[rsbuildName], out[sharpName], out[argon2Name] = rsbuild, l.sharp, l.argon2Module
	out[betterName], out[sqlite3Name] = overSQLite(betterName, betterProgram), overSQLite(sqlite3Name, sqlite3Program)
	for _, name := range clsNames {
		out[name] = cls(name)
	}
	for name, use := range advice {
		out[name] = func(r *jsapi.Realm, _ *goja.Object) error {
			rt := r.Runtime()
			e, err := rt.New(rt.Get("Error"), rt.ToValue(fmt.Sprintf(
				"the module %s is compiled for Node and cannot be loaded here: %s", name, use)))
			if err != nil {
				return err
			}
			// Libraries that can do without it check for this code.
			if err := e.Set("code", "MODULE_NOT_FOUND"); err != nil {
				return err
			}
			return r.GoError(e)
		}
	}
	return out
}
