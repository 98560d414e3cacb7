// Package snapshot builds versions of a project, and answers requests from them. It
// is the one package that knows all features.
//
// A build is a chain of stages. Each is a function that takes values and returns
// one, so that the order is that of the data, and registers how to undo what it
// made: Read, Boot, Configure, Load, Open, Bind, Serve. The result, a Snapshot, is
// made whole at the end and is never changed. A Host is what outlives snapshots.
//
// JavaScript that runs while its version is built, in hooks, timers and the
// bootstrap, reaches the version through a gateway: one atomic pointer to what is
// finished.
package snapshot
