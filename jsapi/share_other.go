//go:build !unix

package jsapi

import "time"

// processTime is not known here.
func processTime() (used time.Duration, known bool) { return 0, false }
