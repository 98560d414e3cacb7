// Package bench measures the program as a process, beside other servers.
package bench
