package wasm_test

import "testing"

// Descriptors out of range are refused with the errors of Node 20.
func TestDescriptorsAreRefused(t *testing.T) {
	i := realm(t, -1)
	for script, want := range map[string]string{
		"Memory({initial: 70000})":                                             "RangeError: WebAssembly.Memory(): Property 'initial': value 70000 is above the upper bound 65536",
		"Memory({initial: 1, maximum: 70000})":                                 "RangeError: WebAssembly.Memory(): Property 'maximum': value 70000 is above the upper bound 65536",
		"Memory({initial: 5, maximum: 3})":                                     "RangeError: WebAssembly.Memory(): Property 'maximum': value 3 is below the lower bound 5",
		"Memory({initial: 2 ** 32})":                                           "TypeError: WebAssembly.Memory(): Property 'initial' must be in the unsigned long range",
		"Memory({initial: -1})":                                                "TypeError: WebAssembly.Memory(): Property 'initial' must be non-negative",
		"Memory({initial: NaN})":                                               "TypeError: WebAssembly.Memory(): Property 'initial' must be convertible to a valid number",
		"Table({initial: 2 ** 31, element: 'anyfunc'})":                        "RangeError: WebAssembly.Table(): Property 'initial': value 2147483648 is above the upper bound 10000000",
		"Table({initial: 1, maximum: 2 ** 32 - 1, element: 'anyfunc'}).length": "1",
	} {
		v, err := run(t, i, "try { String(new WebAssembly."+script+") } catch (e) { String(e) }")
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", script, v, err, want)
		}
	}
}
