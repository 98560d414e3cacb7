// Package nameserver asks DNS servers for records, over UDP and TCP, with the tries, the time
// limits and the error codes that c-ares has, the resolver behind the module dns of Node.
package nameserver
