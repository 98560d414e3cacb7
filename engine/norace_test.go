//go:build !race

package engine_test

// raceDetector says that the tests run under it.
const raceDetector = false
