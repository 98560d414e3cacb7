// Package web is what every HTTP request passes whatever it asks for: reading
// it with its body and cookies into an exchange, answering it, static files.
package web
