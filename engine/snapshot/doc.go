// Package snapshot builds versions of a project, and answers requests from them. It
// is the one package that imports all features: each of them reads its own settings,
// and the build passes on what one needs of another.
//
// A build is a chain of stages, in files named stage_*. Each is a function that takes
// the values of earlier ones and returns its own, so that a wrong order does not
// compile, and registers how to undo what it made: Read, Boot, Configure, Load, Open,
// Present, Bind, Serve, Bootstrap. The parts of a stage stand in files that begin with
// its name, such as bind_routes. The result, a Snapshot, is made whole at the end and is
// never changed. A Host is what outlives snapshots.
//
// Hooks of the project are initialised while the later stages run, see hookSet.
// JavaScript that runs while its version is built, in hooks, timers and the
// bootstrap, reaches the version through a gateway: one atomic pointer to what is
// finished.
//
// Test and RunScript use the same stages for the tests and the scripts of a
// project, which do not listen.
package snapshot
