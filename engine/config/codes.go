package config

import "strings"

// Codes are the codes of errors about settings, by the key of the setting or of one above it.
type Codes map[string]string

// Of is the code for a key, that of the nearest key above it; "" for none.
func (c Codes) Of(key string) string {
	for {
		if code, ok := c[key]; ok {
			return code
		}
		dot := strings.LastIndexByte(key, '.')
		if dot < 0 {
			return ""
		}
		key = key[:dot]
	}
}
