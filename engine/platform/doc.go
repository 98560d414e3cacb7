// Package platform names the system and the processor as Node does.
package platform
