// Package intrinsics defines what compiled code calls of the server, under names that scripts
// neither see among the members of globalThis nor can write.
package intrinsics
